import UntrustedInput

/// Reads a build file as a list of statements, each with the blocks around it.
///
/// Tolerant: what is no statement is passed over, a brace that is missing ends with the file. Nothing is evaluated.
struct GradleParser {
  /// Blocks inside blocks that are told apart; those further in count to the last.
  private static let deepest = 64
  /// Statements of one file; a build that people write has hundreds.
  private static let most = 20_000
  private static let makers: Set<String> = [
    "create", "getByName", "named", "register", "maybeCreate", "findByName", "getting", "creating", "registering",
  ]
  /// Blocks that say nothing about what stands inside.
  private static let transparent: Set<String> = [
    "if", "else", "for", "while", "when", "try", "catch", "finally", "apply", "also", "run", "with", "let", "all",
    "each", "configureEach", "afterEvaluate", "configure", "do", "forEach", "allprojects", "subprojects",
  ]
  private static let modifiers: Set<String> = [
    "val", "var", "def", "final", "private", "internal", "const", "static", "lateinit", "return", "String", "else",
    "public", "override",
  ]

  private let tokens: [GradleToken]
  private var index = 0
  private var open: [(scopes: [String], isReal: Bool, line: Int)] = []
  private var statements: [GradleStatement] = []
  /// The first line of what did not end, did not begin or is too deep.
  private var brokenLine: Int?

  private init(_ text: String) { (tokens, brokenLine) = GradleLexer.tokens(text) }

  /// `isCut` when there are more than are read.
  static func statements(_ text: String) -> (statements: [GradleStatement], brokenLine: Int?, isCut: Bool) {
    var parser = GradleParser(text)
    while parser.index < parser.tokens.count, parser.statements.count < most { parser.readStatement() }
    let isCut = parser.index < parser.tokens.count
    if let unclosed = parser.open.first { parser.stumble(in: unclosed.line) }
    if isCut { parser.stumble(in: parser.tokens[parser.index].position.line) }
    return (parser.statements, parser.brokenLine, isCut)
  }

  private mutating func stumble(in line: Int) { brokenLine = min(brokenLine ?? line, line) }

  private var token: GradleToken? { index < tokens.count ? tokens[index] : nil }
  private func isAt(_ sign: String) -> Bool { token?.isSign(sign) == true }
  private var scopes: [String] { open.last?.scopes ?? [] }

  private mutating func readStatement() {
    guard let start = token else { return }
    if start.isSign("}") {
      if open.popLast() == nil { stumble(in: start.position.line) }
      index += 1
      return
    }
    if start.isSign("{") {
      index += 1
      open.append((scopes, false, start.position.line))
      return
    }
    guard start.kind == .word || start.kind == .text else {
      index += 1
      return
    }
    let (names, called) = readTarget()
    if let called, !isAt("=") {
      finish(names, called, start, isAssignment: false)
    } else if isAt("=") || isAt("+"), let sign = tokens[safe: index + (isAt("+") ? 1 : 0)], sign.isSign("=") {
      index += isAt("+") ? 2 : 1
      let value = readValue()
      finish(names, value.isEmpty ? [] : [GradleArgument(label: "", tokens: value)], start, isAssignment: true)
    } else {
      finish(names, readCommand(), start, isAssignment: false)
    }
  }

  private mutating func finish(
    _ names: [String], _ arguments: [GradleArgument], _ start: GradleToken, isAssignment: Bool
  ) {
    let opens = !isAssignment && isAt("{")
    guard !names.isEmpty else { return }
    statements.append(
      GradleStatement(
        names: names, arguments: arguments, isAssignment: isAssignment, isBlock: opens, scopes: scopes,
        position: start.position))
    guard opens else { return }
    index += 1
    var inner = scopes
    if inner.count < Self.deepest {
      var named = names
      if let last = named.last, Self.makers.contains(last), let text = arguments.first?.text {
        named[named.count - 1] = text
      }
      inner += named.filter { !Self.transparent.contains($0) && !Self.makers.contains($0) }
    } else {
      stumble(in: start.position.line)
    }
    open.append((inner, true, start.position.line))
  }

  /// The dotted name of a statement, and the arguments when it is a call with brackets.
  private mutating func readTarget() -> (names: [String], call: [GradleArgument]?) {
    var names: [String] = []
    while let here = token {
      if here.kind == .word, Self.modifiers.contains(here.text), let next = tokens[safe: index + 1], next.kind == .word
      {
        index += 1
        continue
      }
      guard here.kind == .word || here.kind == .text && names.isEmpty else { break }
      names.append(here.text)
      index += 1
      skipGenerics()
      while isAt("["), let key = tokens[safe: index + 1], key.kind == .text,
        tokens[safe: index + 2]?.isSign("]") == true
      {
        names.append(key.text)
        index += 3
      }
      // `val release by getting { … }`
      if let by = token, by.kind == .word, by.text == "by", let maker = tokens[safe: index + 1] {
        if Self.makers.contains(maker.text) {
          index += 2
          if isAt("(") { _ = readArguments() }
          return (names, [])
        }
      }
      if isAt("(") {
        let arguments = readArguments()
        guard isAt(".") || isAt("?") && tokens[safe: index + 1]?.isSign(".") == true else { return (names, arguments) }
        if let last = names.last, Self.makers.contains(last), let text = arguments.first?.text {
          names[names.count - 1] = text
        } else if names.last == "set" || names.count == 1 && arguments.first != nil && !Self.makers.contains(names[0]) {
          // `compileOnly("a:b:1").version(…)`: what was called counts.
          return (names, arguments)
        }
      }
      if isAt("?") || isAt("!") { index += 1 }
      if isAt("!") { index += 1 }
      guard isAt("."), let next = tokens[safe: index + 1], next.kind == .word else { break }
      index += 1
    }
    return (names, nil)
  }

  /// `<A, B>` behind a name.
  private mutating func skipGenerics() {
    guard isAt("<") else { return }
    var depth = 0
    for offset in 0..<min(40, tokens.count - index) {
      let here = tokens[index + offset]
      if here.isSign("<") { depth += 1 }
      if here.isSign(">") { depth -= 1 }
      if depth == 0 {
        index += offset + 1
        return
      }
      guard here.kind == .word || ["<", ">", ",", ".", "*", "?"].contains(here.text) else { return }
    }
  }

  private static func depth(of token: GradleToken) -> Int {
    guard token.kind == .sign else { return 0 }
    switch token.text {
    case "(", "[", "{": return 1
    case ")", "]", "}": return -1
    default: return 0
    }
  }

  /// From `(` to behind its `)`.
  private mutating func readArguments() -> [GradleArgument] {
    var depth = 1
    var inside: [GradleToken] = []
    let line = tokens[index].position.line
    index += 1
    while let here = token {
      index += 1
      depth += Self.depth(of: here)
      if depth == 0 { return Self.arguments(inside) }
      inside.append(here)
    }
    stumble(in: line)
    return Self.arguments(inside)
  }

  private static func arguments(_ tokens: [GradleToken]) -> [GradleArgument] {
    var depth = 0
    var part: [GradleToken] = []
    var found: [GradleArgument] = []
    func close() {
      guard !part.isEmpty else { return }
      if part.count > 2, part[0].kind == .word, part[1].isSign(":") || part[1].isSign("=") {
        found.append(GradleArgument(label: part[0].text, tokens: Array(part[2...])))
      } else {
        found.append(GradleArgument(label: "", tokens: part))
      }
      part = []
    }
    for token in tokens where token.kind != .lineEnd {
      depth += Self.depth(of: token)
      if depth == 0, token.isSign(",") { close() } else { part.append(token) }
    }
    close()
    return found
  }

  /// The rest of the line: arguments without brackets, up to a block.
  private mutating func readCommand() -> [GradleArgument] {
    var depth = 0
    var inside: [GradleToken] = []
    while let here = token {
      if depth == 0 {
        if here.isSign("{") || here.isSign("}") || here.isSign(";") { break }
        if here.kind == .lineEnd {
          guard inside.last?.isSign(",") == true else { break }
        }
      }
      depth = max(0, depth + Self.depth(of: here))
      inside.append(here)
      index += 1
    }
    return Self.arguments(inside)
  }

  private mutating func readValue() -> [GradleToken] {
    var depth = 0
    var value: [GradleToken] = []
    while let here = token {
      if depth == 0 {
        if here.isSign("}") || here.isSign(";") { break }
        if here.kind == .lineEnd, !value.isEmpty, !continues(behind: value) { break }
      }
      depth = max(0, depth + Self.depth(of: here))
      if here.kind != .lineEnd { value.append(here) }
      index += 1
    }
    return value
  }

  /// Whether the value goes on in the next line: an operator ends this one or begins that one.
  private func continues(behind value: [GradleToken]) -> Bool {
    if let last = value.last, last.kind == .sign, ["+", ".", ",", "=", ":", "?"].contains(last.text) { return true }
    guard let next = tokens[safe: index + 1] else { return false }
    return next.kind == .sign && [".", "+", "?"].contains(next.text)
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
