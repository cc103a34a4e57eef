/// The recursive descent below ``TextPropertyListReader``.
struct TextPropertyListScanner {
  private let bytes: [UInt8]
  private let limits: TextPropertyListReader
  private var index = 0
  private var line = 1
  /// Where the line began, and how many bytes since then only continue a scalar.
  private var column = 1
  private var values = 0

  init(_ bytes: [UInt8], limits: TextPropertyListReader) {
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private var position: TextPosition { TextPosition(line: line, column: column) }
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func readDocument() throws(InputError) -> PropertyListNode {
    try skipBlanks()
    let start = position
    guard index < bytes.count else { throw .malformed(expected: "a property list", at: start) }
    let isBare = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "(") && byte != UInt8(ascii: "<")
    let node =
      isBare
      ? PropertyListNode(.dictionary(try readMembers(depth: 1, isBare: true)), at: start) : try readNode(depth: 0)
    try skipBlanks()
    guard index == bytes.count else { throw .malformed(expected: "the end of the list", at: position) }
    return node
  }

  private mutating func advance() {
    let passed = bytes[index]
    index += 1
    if passed == 10 {
      line += 1
      column = 1
    } else if index == bytes.count || bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
  }

  private mutating func skipBlanks() throws(InputError) {
    while index < bytes.count {
      if byte == 0x20 || (9...13).contains(byte) {
        advance()
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        while index < bytes.count, byte != 10 { advance() }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
        let start = position
        advance()
        advance()
        while index + 1 < bytes.count, byte != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") { advance() }
        guard index + 1 < bytes.count else { throw .malformed(expected: "the end of this comment", at: start) }
        advance()
        advance()
      } else {
        return
      }
    }
  }

  private mutating func take(_ sign: UInt8) throws(InputError) -> Bool {
    try skipBlanks()
    guard index < bytes.count, byte == sign else { return false }
    advance()
    return true
  }

  private mutating func readNode(depth: Int) throws(InputError) -> PropertyListNode {
    try skipBlanks()
    let start = position
    values += 1
    guard values <= limits.maximumValues else { throw .tooManyValues(limit: limits.maximumValues) }
    switch byte {
    case UInt8(ascii: "{"):
      guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth, at: start) }
      advance()
      return PropertyListNode(.dictionary(try readMembers(depth: depth + 1, isBare: false)), at: start)
    case UInt8(ascii: "("):
      guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth, at: start) }
      advance()
      var nodes: [PropertyListNode] = []
      while try !take(UInt8(ascii: ")")) {
        nodes.append(try readNode(depth: depth + 1))
        if try take(UInt8(ascii: ",")) { continue }
        guard try take(UInt8(ascii: ")")) else { throw .malformed(expected: "',' or ')'", at: position) }
        break
      }
      return PropertyListNode(.array(nodes), at: start)
    case UInt8(ascii: "<"): return PropertyListNode(.data(try readData()), at: start)
    default: return PropertyListNode(.string(try readText()), at: start)
    }
  }

  private mutating func readMembers(depth: Int, isBare: Bool) throws(InputError) -> [PropertyListMember] {
    var members: [PropertyListMember] = []
    var rows: [String: Int] = [:]
    while true {
      try skipBlanks()
      if isBare, index == bytes.count { return members }
      if !isBare, try take(UInt8(ascii: "}")) { return members }
      let start = position
      let name = try readText()
      // In a file of strings a key alone stands for itself.
      let isAlone = isBare ? try take(UInt8(ascii: ";")) : false
      let node: PropertyListNode
      if isAlone {
        node = PropertyListNode(.string(name), at: start)
      } else {
        guard try take(UInt8(ascii: "=")) else { throw .malformed(expected: "'='", at: position) }
        node = try readNode(depth: depth)
        guard try take(UInt8(ascii: ";")) else { throw .malformed(expected: "';'", at: position) }
      }
      let member = PropertyListMember(name, node, at: start)
      if let row = rows[name] {
        guard limits.allowsDuplicates else { throw .duplicateName(at: start) }
        members[row] = member
      } else {
        rows[name] = members.count
        members.append(member)
      }
    }
  }

  private mutating func readData() throws(InputError) -> [UInt8] {
    let start = position
    advance()
    var digits: [UInt8] = []
    while try !take(UInt8(ascii: ">")) {
      guard index < bytes.count, let digit = Self.hexadecimal(byte) else {
        throw .malformed(expected: "hexadecimal digits and '>'", at: position)
      }
      digits.append(digit)
      advance()
    }
    guard digits.count % 2 == 0 else { throw .malformed(expected: "an even number of digits", at: start) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "_$/:.-+@*".utf8.contains(byte)
    }
  }

  private mutating func readText() throws(InputError) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readQuoted() }
    let first = index
    while index < bytes.count, Self.isPlain(byte) { advance() }
    guard index > first else { throw .malformed(expected: "a text, '{', '(' or '<'", at: position) }
    return String(decoding: bytes[first..<index], as: UTF8.self)
  }

  private mutating func readQuoted() throws(InputError) -> String {
    let start = position
    let quote = byte
    advance()
    var plain = index
    var text = ""
    while index < bytes.count, byte != quote {
      guard byte == UInt8(ascii: "\\") else {
        advance()
        continue
      }
      text += String(decoding: bytes[plain..<index], as: UTF8.self)
      advance()
      guard index < bytes.count else { break }
      try readEscape(into: &text)
      plain = index
    }
    guard index < bytes.count else { throw .malformed(expected: "the end of this text", at: start) }
    text += String(decoding: bytes[plain..<index], as: UTF8.self)
    advance()
    return text
  }

  private mutating func readEscape(into text: inout String) throws(InputError) {
    let letter = byte
    switch letter {
    case UInt8(ascii: "n"): text += "\n"
    case UInt8(ascii: "t"): text += "\t"
    case UInt8(ascii: "r"): text += "\r"
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      var units: [UInt16] = []
      // Two escapes may stand for one scalar.
      while units.count < 2, index + 4 < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "u"),
        let unit = UInt16(String(decoding: bytes[index + 1...index + 4], as: UTF8.self), radix: 16)
      {
        units.append(unit)
        for _ in 0..<5 { advance() }
        guard unit & 0xFC00 == 0xD800, byte == UInt8(ascii: "\\") else { break }
        advance()
      }
      guard let read = String(validating: units, as: UTF16.self), !units.isEmpty else {
        throw .malformed(expected: "four hexadecimal digits", at: position)
      }
      text += read
      return
    case 48...55:
      var value: UInt32 = 0
      var count = 0
      while count < 3, index < bytes.count, (48...55).contains(byte) {
        value = value * 8 + UInt32(byte - 48)
        count += 1
        advance()
      }
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: value)))
      return
    default:
      // Whatever else is escaped stands for itself; a scalar beyond ASCII stays whole.
      guard letter < 0x80 else { return }
      text.unicodeScalars.append(Unicode.Scalar(letter))
    }
    advance()
  }
}
