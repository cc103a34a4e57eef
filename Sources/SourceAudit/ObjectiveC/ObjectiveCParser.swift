/// Reads tokens of Objective-C into a unit: recursive descent that never gives up a file.
struct ObjectiveCParser: TokenParser {
  let table: TokenTable
  let directives: [ObjectiveCLexer.Directive]
  var builder: SourceUnitBuilder
  var index = 0
  var limit: Int
  var depth = 0
  var ignoresLines = true
  var isUnclosed = false
  var unread: Range<Int>?

  init(_ text: SourceText, number: Int) {
    (table, directives) = ObjectiveCLexer.read(text.text)
    limit = table.tokens.count - 1
    builder = SourceUnitBuilder(text, language: .objectiveC, number: number)
  }

  // MARK: words

  func word(_ row: Int) -> String { row < limit && table.tokens[row].kind == .word ? text(table.tokens[row]) : "" }
  var word: String { word(index) }

  /// The word behind an `@`; empty when there is none.
  var directive: String { kind == .at && kind(ahead: 1) == .word ? word(index + 1) : "" }

  mutating func take(_ wanted: String) -> Bool {
    guard word == wanted else { return false }
    index += 1
    return true
  }

  /// Goes on behind the next semicolon of this level.
  mutating func passStatement() {
    while !isAtEnd {
      if take(.semicolon) { return }
      index = behindGroup(index) ?? index + 1
    }
  }

  // MARK: the file

  mutating func readFile() {
    readDirectives()
    while !isAtEnd {
      let before = index
      readTopLevel()
      if index == before { index += 1 }
    }
  }

  private mutating func readTopLevel() {
    switch directive {
    case "interface", "implementation", "protocol": readType()
    case "import":
      let start = offset
      index += 2
      let name = word
      passStatement()
      builder.declare(.importing, name: name, type: name, at: start, end: previousEnd)
    case "class", "compatibility_alias": passStatement()
    case "end": index += 2
    default:
      if take(.semicolon) { return }
      readDeclaration(kind: .property)
    }
  }

  // MARK: the preprocessor

  /// What a line of the preprocessor says: imports, constants, and the code of debug builds.
  private mutating func readDirectives() {
    var open: [(start: Int, isDebug: Bool, isRelease: Bool)] = []
    for directive in directives {
      let body = String(decoding: table.bytes[directive.body..<directive.range.upperBound], as: UTF8.self)
      switch directive.name {
      case "import", "include": importing(body, directive)
      case "define": define(directive)
      case "if", "ifdef", "ifndef":
        let words = body.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "!") }.map(String.init)
        let asks = words.contains { $0 == "DEBUG" || $0 == "!DEBUG" } && !words.contains("NDEBUG")
        let isNot = directive.name == "ifndef" || body.contains("!DEBUG") || body.contains("!defined(DEBUG")
        let isJoined = body.contains("||")
        open.append((directive.range.upperBound, asks && !isNot && !isJoined, asks && isNot))
      case "else":
        guard let last = open.popLast() else { continue }
        if last.isDebug { builder.region(.debugOnly, last.start..<directive.range.lowerBound) }
        open.append((directive.range.upperBound, last.isRelease, last.isDebug))
      case "elif":
        guard let last = open.popLast() else { continue }
        if last.isDebug { builder.region(.debugOnly, last.start..<directive.range.lowerBound) }
        open.append((directive.range.upperBound, false, false))
      case "endif":
        guard let last = open.popLast(), last.isDebug else { continue }
        builder.region(.debugOnly, last.start..<directive.range.lowerBound)
      default: continue
      }
    }
  }

  /// `<LocalAuthentication/LAContext.h>` is of the module LocalAuthentication.
  private mutating func importing(_ body: String, _ directive: ObjectiveCLexer.Directive) {
    let path = body.filter { !$0.isWhitespace && !"<>\"".contains($0) }
    let module = path.split(separator: "/").first.map { String($0.prefix { $0 != "." }) } ?? ""
    guard !module.isEmpty else { return }
    builder.declare(
      .importing, name: module, type: module, at: directive.range.lowerBound, end: directive.range.upperBound)
  }

  /// `#define kKey @"token"` is a constant of the file.
  private mutating func define(_ directive: ObjectiveCLexer.Directive) {
    let body = table.bytes[directive.body..<directive.range.upperBound]
    let text = String(decoding: body, as: UTF8.self)
    let trimmed = text.drop(while: \.isWhitespace)
    let name = trimmed.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let value = trimmed[name.endIndex...].drop(while: \.isWhitespace)
    guard !name.isEmpty, value.hasPrefix("@\"") || value.hasPrefix("\"") || value.first?.isNumber == true else {
      return
    }
    let start = directive.body + text.utf8.distance(from: text.startIndex, to: value.startIndex)
    let literal: ExpressionID
    if value.first?.isNumber == true {
      let digits = value.prefix { $0.isLetter || $0.isNumber || $0 == "." }
      literal = builder.expression(.number, name: String(digits), at: start)
    } else {
      let inner = value.drop { $0 == "@" }.dropFirst().prefix { $0 != "\"" }
      literal = builder.expression(.string, list: [builder.piece(String(inner))], at: start)
    }
    builder.declare(
      .property, name: String(name), value: literal, flags: [.isConstant, .isStatic], at: directive.range.lowerBound,
      end: directive.range.upperBound)
  }
}
