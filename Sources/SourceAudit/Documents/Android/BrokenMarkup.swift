import UntrustedInput

/// Elements of an XML file that the strict reader refuses: cut off, with marks of a merge, with entities of its own.
///
/// Protects against a flaw that hides behind a broken line. What it reads is a guess: the file stays reported as not
/// parsed. Entities are never followed; tags that are not closed end with the file.
struct BrokenMarkup {
  private static let deepest = 64
  private static let spaces = [
    "android": "http://schemas.android.com/apk/res/android", "tools": "http://schemas.android.com/tools",
    "app": "http://schemas.android.com/apk/res-auto",
  ]

  /// An element whose end was not seen yet.
  private struct Open {
    let name: String
    let position: TextPosition
    let attributes: [MarkupAttribute]
    var content: [MarkupContent] = []

    var closed: MarkupElement {
      MarkupElement(name: name, position: position, attributes: attributes, content: content)
    }
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1
  private var open: [Open] = []
  private var root: MarkupElement?

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The first element that has no element around it; nil when there is no tag.
  static func root(of text: String) -> MarkupElement? {
    var reader = BrokenMarkup(text)
    while reader.index < reader.bytes.count, reader.root == nil { reader.readPart() }
    while !reader.open.isEmpty { reader.close() }
    return reader.root
  }

  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }
  private var place: TextPosition { TextPosition(line: line, column: column) }

  private mutating func advance() {
    if bytes[index] == 10 {
      line += 1
      column = 1
    } else if index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80 {
      column += 1
    }
    index += 1
  }

  private func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  private mutating func skip(behind end: StaticString) {
    while index < bytes.count {
      if isAt(end) {
        for _ in 0..<end.utf8CodeUnitCount { advance() }
        return
      }
      advance()
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private mutating func readName() -> String {
    let first = index
    while index < bytes.count, index - first < 256, Self.isName(bytes[index]) { advance() }
    return String(decoding: bytes[first..<index], as: UTF8.self)
  }

  private mutating func readPart() {
    if isAt("<!--") { return skip(behind: "-->") }
    if isAt("<?") { return skip(behind: "?>") }
    if isAt("<!") { return skipDeclaration() }
    if isAt("</") {
      index += 2
      column += 2
      let name = readName()
      if open.contains(where: { $0.name == name }) {
        while let last = open.last {
          close()
          if last.name == name { break }
        }
      }
      return
    }
    if byte == UInt8(ascii: "<"), index + 1 < bytes.count, Self.isName(bytes[index + 1]) { return readTag() }
    readText()
  }

  /// `<!DOCTYPE … [ … ]>`
  private mutating func skipDeclaration() {
    var depth = 0
    while index < bytes.count {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      let isEnd = byte == UInt8(ascii: ">") && depth <= 0
      advance()
      if isEnd { return }
    }
  }

  private mutating func readText() {
    let first = index
    advance()
    while index < bytes.count, byte != UInt8(ascii: "<") { advance() }
    guard !open.isEmpty else { return }
    open[open.count - 1].content.append(.text(String(decoding: bytes[first..<index], as: UTF8.self)))
  }

  private mutating func readTag() {
    let start = place
    advance()
    let name = readName()
    var attributes: [MarkupAttribute] = []
    var isEmpty = false
    while index < bytes.count, byte != UInt8(ascii: ">") {
      // The next element begins although this tag never ended.
      if byte == UInt8(ascii: "<"), index + 1 < bytes.count, Self.isName(bytes[index + 1]) { break }
      isEmpty = byte == UInt8(ascii: "/")
      guard Self.isName(byte) else {
        advance()
        continue
      }
      let position = place
      let key = readName()
      guard byte == UInt8(ascii: "=") else { continue }
      advance()
      let quote = byte
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      advance()
      let first = index
      while index < bytes.count, byte != quote { advance() }
      let prefix = key.split(separator: ":").first.map(String.init) ?? ""
      if attributes.count < 128 {
        attributes.append(
          MarkupAttribute(
            name: key, namespace: key.contains(":") ? Self.spaces[prefix] : nil,
            value: String(decoding: bytes[first..<index], as: UTF8.self), position: position))
      }
      if index < bytes.count { advance() }
    }
    if index < bytes.count, byte == UInt8(ascii: ">") { advance() }
    open.append(Open(name: name, position: start, attributes: attributes))
    if isEmpty || open.count > Self.deepest { close() }
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    if open.isEmpty {
      root = last.closed
    } else {
      open[open.count - 1].content.append(.element(last.closed))
    }
  }
}
