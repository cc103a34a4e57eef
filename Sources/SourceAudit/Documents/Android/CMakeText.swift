import UntrustedInput

/// Reads the flags out of a file of CMake: one command after the other, each a name and words in parentheses.
/// Source: cmake.org, cmake-language(7), Syntax.
struct CMakeText {
  private static let options: Set<String> = [
    "add_compile_options", "target_compile_options", "add_link_options", "target_link_options", "add_definitions",
    "target_link_libraries", "set_target_properties", "set_source_files_properties", "set_property",
  ]
  private static let definitions: Set<String> = ["add_compile_definitions", "target_compile_definitions"]

  /// A condition that is open: whether it asks for release builds, and whether what stands there now is for debug builds
  /// alone, by this condition or by one around it.
  private struct Branch {
    let asksForRelease: Bool
    let isDebug: Bool
    /// No other branch of the file has this number.
    let number: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private var place = (line: 1, column: 1)
  private var branches: [Branch] = []
  private var countOfBranches = 0
  private var flags: [NativeBuild.Flag] = []
  private var brokenLine: Int?

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func flags(_ text: String) -> (flags: [NativeBuild.Flag], brokenLine: Int?) {
    var reader = CMakeText(text)
    while reader.index < reader.bytes.count, reader.brokenLine == nil { reader.readCommand() }
    return (reader.flags, reader.brokenLine)
  }

  private var isDebug: Bool { branches.last?.isDebug ?? false }
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func advance() {
    if bytes[index] == 10 {
      place = (place.line + 1, 1)
    } else if index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80 {
      place.column += 1
    }
    index += 1
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 65...90, 97...122, 48...57, UInt8(ascii: "_"): true
    default: false
    }
  }

  // MARK: commands

  private mutating func readCommand() {
    if byte == UInt8(ascii: "#") { return skipComment() }
    guard Self.isOfName(byte) else { return advance() }
    let first = index
    let line = place.line
    while Self.isOfName(byte) { advance() }
    let name = String(decoding: bytes[first..<index], as: UTF8.self).lowercased()
    while byte == 32 || byte == 9 { advance() }
    guard byte == UInt8(ascii: "(") else { return }
    advance()
    guard let words = readWords() else {
      brokenLine = line
      return
    }
    take(name, words)
  }

  private mutating func take(_ name: String, _ words: [NativeBuild.Flag]) {
    switch name {
    case "if": enter(words)
    case "elseif": if branches.popLast() != nil { enter(words) }
    case "else":
      guard let last = branches.popLast() else { return }
      // What is not for release builds.
      begin(asksForRelease: false, isDebug: isDebug || last.asksForRelease)
    case "endif": _ = branches.popLast()
    default:
      guard !isDebug else { return }
      let holder = holder(name, words)
      if Self.definitions.contains(name) {
        flags += words.map { word in
          let text = word.text.hasPrefix("-") ? word.text : "-D" + word.text
          return NativeBuild.Flag(text: text, position: word.position, holder: holder)
        }
      } else if Self.options.contains(name) || Self.sets(name, words) {
        flags += words.map { NativeBuild.Flag(text: $0.text, position: $0.position, holder: holder) }
      }
    }
  }

  /// The command with its target, or the variable; in its branch.
  private func holder(_ name: String, _ words: [NativeBuild.Flag]) -> String {
    let place = branches.last?.number ?? 0
    let named =
      switch name {
      case "set": words.prefix(1)
      case "string", "list": words.dropFirst().prefix(1)
      case _ where name.hasPrefix("add_"): words.prefix(0)
      default: words.prefix(2)
      }
    let isOfVariable = ["set", "string", "list"].contains(name)
    return ([String(place), isOfVariable ? "" : name] + named.map(\.text)).joined(separator: " ")
  }

  private mutating func begin(asksForRelease: Bool, isDebug: Bool) {
    countOfBranches += 1
    branches.append(Branch(asksForRelease: asksForRelease, isDebug: isDebug, number: countOfBranches))
  }

  /// `if(CMAKE_BUILD_TYPE STREQUAL "Debug")`, `if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")`; what is put together is for
  /// every build, and so is what is not for `Release`: Gradle makes what is handed out as `RelWithDebInfo`.
  private mutating func enter(_ words: [NativeBuild.Flag]) {
    let texts = words.map { $0.text.lowercased() }
    let names = Set(texts.flatMap { $0.split(separator: "|").map { String($0) } })
    let isPlain = names.isDisjoint(with: ["or", "and"])
    // Not where one pattern names others, too.
    let asksDebug = isPlain && names.contains("debug") && names.isDisjoint(with: ["release", "relwithdebinfo"])
    let isDenied = texts.first == "not"
    begin(asksForRelease: isDenied && asksDebug, isDebug: isDebug || !isDenied && asksDebug)
  }

  /// `set(CMAKE_C_FLAGS "…")`, `string(APPEND CMAKE_CXX_FLAGS "…")`, `list(APPEND FLAGS …)`. What is taken out of a
  /// variable is no flag.
  private static func sets(_ name: String, _ words: [NativeBuild.Flag]) -> Bool {
    let variable: String?
    switch name {
    case "set": variable = words.first?.text
    case "string", "list":
      guard let first = words.first?.text, first == "APPEND" || first == "PREPEND" else { return false }
      variable = words.dropFirst().first?.text
    default: return false
    }
    guard let variable = variable?.uppercased() else { return false }
    // What a question to the compiler is asked with is for no build.
    guard !variable.hasPrefix("CMAKE_REQUIRED_") else { return false }
    return (variable.contains("FLAGS") || variable.hasSuffix("OPTIONS")) && !variable.hasSuffix("_DEBUG")
  }

  // MARK: words

  private mutating func skipComment() {
    advance()
    if let end = closingBracket() { return pass(to: end) }
    while index < bytes.count, byte != 10 { advance() }
  }

  private mutating func pass(to end: Int) {
    while index < min(end, bytes.count) { advance() }
  }

  /// Behind the end of `[==[ … ]==]`; nil when none begins here.
  private func closingBracket() -> Int? {
    guard byte == UInt8(ascii: "[") else { return nil }
    var open = index + 1
    while open < bytes.count, bytes[open] == UInt8(ascii: "=") { open += 1 }
    guard open < bytes.count, bytes[open] == UInt8(ascii: "[") else { return nil }
    let signs = open - index - 1
    var here = open + 1
    while here < bytes.count {
      guard bytes[here] == UInt8(ascii: "]") else {
        here += 1
        continue
      }
      var end = here + 1
      while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
      if end < bytes.count, end - here - 1 == signs, bytes[end] == UInt8(ascii: "]") { return end + 1 }
      here = end
    }
    return bytes.count
  }

  /// The words up to the closing parenthesis, those of a quoted text one by one; nil where it is missing. What depends on
  /// the kind of build, `$<$<CONFIG:Debug>:-O0>`, is left out.
  private mutating func readWords() -> [NativeBuild.Flag]? {
    var words: [NativeBuild.Flag] = []
    var (word, start) = ([UInt8](), place)
    var (depth, expressions, isQuoted) = (1, 0, false)
    func end() {
      guard !word.isEmpty else { return }
      let position = TextPosition(line: start.line, column: start.column)
      words.append(NativeBuild.Flag(text: String(decoding: word, as: UTF8.self), position: position))
      word.removeAll(keepingCapacity: true)
    }
    while index < bytes.count {
      let here = byte
      switch here {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        advance()
      case UInt8(ascii: "\\") where index + 1 < bytes.count:
        advance()
        word.append(byte)
        advance()
      case UInt8(ascii: "#") where !isQuoted:
        end()
        skipComment()
      case UInt8(ascii: "[") where !isQuoted && word.isEmpty && closingBracket() != nil:
        pass(to: closingBracket() ?? bytes.count)
      case UInt8(ascii: "(") where !isQuoted, UInt8(ascii: ")") where !isQuoted:
        end()
        depth += here == UInt8(ascii: "(") ? 1 : -1
        advance()
        if depth == 0 { return words }
      case 9, 10, 13, 32, UInt8(ascii: ";"):
        end()
        advance()
      case UInt8(ascii: "<") where word.last == UInt8(ascii: "$"):
        expressions += 1
        advance()
      case UInt8(ascii: ">") where expressions > 0:
        expressions -= 1
        word.removeAll(keepingCapacity: true)
        advance()
      default:
        if word.isEmpty { start = place }
        if expressions == 0 || here == UInt8(ascii: "$") { word.append(here) }
        advance()
      }
    }
    return nil
  }
}
