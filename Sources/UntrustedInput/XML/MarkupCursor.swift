/// A place in an XML document, and the smallest things that are read there.
struct MarkupCursor {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var atEnd: Bool { index == bytes.count }
  var position: TextPosition { TextPosition(line: line, column: column) }

  func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  func isBlank(after count: Int) -> Bool {
    index + count < bytes.count && Self.isBlank(bytes[index + count])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }

  /// Passes the byte order mark of UTF-8. Source: XML 1.0, appendix F.1.
  mutating func skipMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func pass(_ count: Int) {
    for _ in 0..<count { advance() }
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == 10 {
      line += 1
      column = 1
    } else if index == bytes.count || bytes[index] & 0xC0 != 0x80 {
      // Only the last byte of a scalar moves the column.
      column += 1
    }
  }

  @discardableResult
  mutating func skipBlanks() -> Bool {
    let first = index
    while index < bytes.count, Self.isBlank(bytes[index]) { advance() }
    return index > first
  }

  mutating func expectBlank() throws(InputError) {
    guard skipBlanks() else { throw .malformed(expected: "a blank", at: position) }
  }

  mutating func expect(_ mark: StaticString) throws(InputError) {
    guard isAt(mark) else { throw .malformed(expected: "'\(mark)'", at: position) }
    pass(mark.utf8CodeUnitCount)
  }

  mutating func expectEqualSign() throws(InputError) {
    skipBlanks()
    try expect("=")
    skipBlanks()
  }

  /// One scalar that XML allows. Source: XML 1.0, section 2.2.
  mutating func passCharacter() throws(InputError) {
    let byte = bytes[index]
    guard byte >= 0x20 || Self.isBlank(byte) else { throw .malformed(expected: "an allowed character", at: position) }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
      throw .malformed(expected: "an allowed character", at: position)
    }
    advance()
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { advance() }
  }

  /// A name in ASCII with at most one colon inside. Source: Namespaces in XML 1.0, section 4.
  mutating func readName() throws(InputError) -> String {
    let start = position
    let first = index
    var colons = 0
    while index < bytes.count, Self.isNamePart(bytes[index]) || bytes[index] == UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: ":") { colons += 1 }
      advance()
    }
    let name = bytes[first..<index]
    let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard colons <= 1, name.count <= 1024, parts.allSatisfy({ $0.first.map(Self.isNameStart) ?? false }) else {
      throw .malformed(expected: "a name", at: start)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// A literal in quotes, as it stands.
  mutating func readQuoted(maximum: Int) throws(InputError) -> String {
    let quote = try openQuote()
    let first = index
    while index < bytes.count, bytes[index] != quote {
      guard index - first < maximum else { throw .malformed(expected: "a shorter text in quotes", at: position) }
      try passCharacter()
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    guard !atEnd else { throw .malformed(expected: "the end of this text", at: position) }
    advance()
    return text
  }

  private mutating func openQuote() throws(InputError) -> UInt8 {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw .malformed(expected: "a value in quotes", at: position)
    }
    defer { advance() }
    return bytes[index]
  }

  /// References resolved, every blank a space. Source: XML 1.0, section 3.3.3.
  mutating func readAttributeValue() throws(InputError) -> String {
    let start = position
    let quote = try openQuote()
    var value: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        advance()
        return String(decoding: value, as: UTF8.self)
      }
      if byte == UInt8(ascii: "<") { throw .malformed(expected: "&lt; inside a value", at: position) }
      if byte == UInt8(ascii: "&") {
        value += try readReference()
      } else if Self.isBlank(byte) {
        let isPair = byte == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
        pass(isPair ? 2 : 1)
        value.append(0x20)
      } else {
        let first = index
        try passCharacter()
        value += bytes[first..<index]
      }
    }
    throw .malformed(expected: "the end of this value", at: start)
  }

  /// Up to the next `<`, references resolved, line ends as LF. Source: XML 1.0, sections 2.4 and 2.11.
  mutating func readText(into text: inout [UInt8]) throws(InputError) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: "&") {
        text += try readReference()
      } else {
        if bytes[index] == UInt8(ascii: "]"), isAt("]]>") {
          throw .malformed(expected: "]]&gt; in text", at: position)
        }
        try readCharacter(into: &text)
      }
    }
  }

  mutating func readCDATA(into text: inout [UInt8]) throws(InputError) {
    let start = position
    pass(9)
    while !atEnd {
      if bytes[index] == UInt8(ascii: "]"), isAt("]]>") {
        pass(3)
        return
      }
      try readCharacter(into: &text)
    }
    throw .malformed(expected: "the end of this CDATA section", at: start)
  }

  private mutating func readCharacter(into text: inout [UInt8]) throws(InputError) {
    if bytes[index] == 13 {
      advance()
      if index < bytes.count, bytes[index] == 10 { advance() }
      text.append(10)
      return
    }
    let first = index
    try passCharacter()
    text += bytes[first..<index]
  }

  /// One of the five entities or a character reference, as UTF-8. Source: XML 1.0, sections 4.1 and 4.6.
  private mutating func readReference() throws(InputError) -> [UInt8] {
    let start = position
    let first = index + 1
    advance()
    while index < bytes.count, bytes[index] != UInt8(ascii: ";"), index - first < 10 { advance() }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ";") else {
      throw .malformed(expected: "a reference that ends with ';'", at: start)
    }
    let name = String(decoding: bytes[first..<index], as: UTF8.self)
    advance()
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "apos": return [UInt8(ascii: "'")]
    case "quot": return [UInt8(ascii: "\"")]
    default: break
    }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard name.hasPrefix("#"), digits.first != "+", digits.first != "-",
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number),
      number >= 0x20 || number == 9 || number == 10 || number == 13, number != 0xFFFE, number != 0xFFFF
    else { throw .malformed(expected: "one of XML's five entities or a character reference", at: start) }
    return Array(String(Character(scalar)).utf8)
  }
}
