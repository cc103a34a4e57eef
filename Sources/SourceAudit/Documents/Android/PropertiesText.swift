import UntrustedInput

/// A file of properties: `key=value`.
/// Source: Java SE, java.util.Properties.load.
struct PropertiesText: Sendable {
  struct Entry: Sendable {
    let key: String
    let value: String
    let position: TextPosition
  }

  let file: SourceText
  let entries: [Entry]

  init(_ file: SourceText) {
    self.file = file
    var entries: [Entry] = []
    for (number, line) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let trimmed = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      guard let first = trimmed.first, first != "#", first != "!" else { continue }
      guard let end = trimmed.firstIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
      let column = line.unicodeScalars.count - trimmed.unicodeScalars.count + 1
      entries.append(
        Entry(
          key: Self.trim(trimmed[..<end]), value: Self.trim(trimmed[trimmed.index(after: end)...]),
          position: TextPosition(line: number + 1, column: column)))
    }
    self.entries = entries
  }

  private static func trim(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
