import UntrustedInput

/// A file of build settings (`.xcconfig`).
/// Source: Apple, Xcode Help, "Build configuration file format".
struct BuildSettingsFile: Sendable {
  struct Line: Sendable {
    enum Content: Sendable {
      /// The name as written, with its conditions in brackets.
      case setting(name: String, text: String)
      case include(path: String)
    }

    let content: Content
    let position: TextPosition
  }

  let file: SourceText
  private(set) var lines: [Line] = []
  /// The first line that was not understood; nil when all were.
  private(set) var brokenLine: Int?

  init(_ file: SourceText) {
    self.file = file
    for (row, line) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      read(line, row + 1)
    }
  }

  private mutating func read(_ line: Substring, _ row: Int) {
    let code = Self.withoutComment(line)
    guard let first = code.firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) else { return }
    let column = code[..<first].unicodeScalars.count + 1
    let rest = code[first...]
    let place = TextPosition(line: row, column: column)
    if rest.hasPrefix("#include") {
      let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count >= 3 else { return brokenLine = brokenLine ?? row }
      return lines.append(Line(content: .include(path: String(parts[1])), position: place))
    }
    var depth = 0
    let sign = rest.firstIndex { character in
      if character == "[" { depth += 1 } else if character == "]" { depth -= 1 }
      return character == "=" && depth == 0
    }
    guard let sign, rest.first?.isLetter == true || rest.first == "_" else { return brokenLine = brokenLine ?? row }
    let name = rest[..<sign].filter { !$0.isWhitespace }
    var text = rest[rest.index(after: sign)...].drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    lines.append(Line(content: .setting(name: String(name), text: String(text)), position: place))
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character?
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = line[index]
    }
    return line
  }
}
