/// The recursive descent below ``JSONReader``, over bytes that are known to be UTF-8.
struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1
  private let depthLimit: Int
  private let allowsComments: Bool

  init(bytes: [UInt8], depthLimit: Int, allowsComments: Bool) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.allowsComments = allowsComments
  }

  var atEnd: Bool { index == bytes.count }
  var position: TextPosition { TextPosition(line: line, column: column) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }
  private var nextIsDigit: Bool { next.map { (48...57).contains($0) } ?? false }

  private func nextIs(_ scalar: Unicode.Scalar) -> Bool { next == UInt8(ascii: scalar) }

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

  private mutating func expect(_ scalar: Unicode.Scalar, _ name: String) throws(InputError) {
    guard nextIs(scalar) else { throw .malformed(expected: name, at: position) }
    advance()
  }

  mutating func skipBlanks() throws(InputError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: advance()
      case UInt8(ascii: "/") where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(InputError) {
    let start = position
    advance()
    if nextIs("/") {
      while let byte = next, byte != 10 { advance() }
      return
    }
    guard nextIs("*") else { throw .malformed(expected: "a comment", at: start) }
    advance()
    var last: UInt8 = 0
    while let byte = next {
      advance()
      if last == UInt8(ascii: "*") && byte == UInt8(ascii: "/") { return }
      last = byte
    }
    throw .malformed(expected: "the end of this comment", at: start)
  }

  mutating func readNode(depth: Int) throws(InputError) -> JSONNode {
    let start = position
    guard depth < depthLimit else { throw .tooDeep(limit: depthLimit, at: start) }
    guard let byte = next else { throw .malformed(expected: "a JSON value", at: start) }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(.object(try readMembers(depth: depth)), at: start)
    case UInt8(ascii: "["): return JSONNode(.array(try readElements(depth: depth)), at: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try readString()), at: start)
    case UInt8(ascii: "t"): return try readWord("true", .bool(true), at: start)
    case UInt8(ascii: "f"): return try readWord("false", .bool(false), at: start)
    case UInt8(ascii: "n"): return try readWord("null", .null, at: start)
    case UInt8(ascii: "-"), 48...57: return JSONNode(.number(try readNumber()), at: start)
    default: throw .malformed(expected: "a JSON value", at: start)
    }
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONValue, at start: TextPosition) throws(InputError)
    -> JSONNode
  {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw .malformed(expected: "true, false or null", at: start) }
      advance()
    }
    return JSONNode(value, at: start)
  }

  private mutating func readMembers(depth: Int) throws(InputError) -> [JSONMember] {
    advance()
    var members: [JSONMember] = []
    var names: Set<String> = []
    try skipBlanks()
    if nextIs("}") {
      advance()
      return members
    }
    while true {
      let place = position
      guard nextIs("\"") else { throw .malformed(expected: "a name in double quotes", at: place) }
      let name = try readString()
      guard names.insert(name).inserted else { throw .duplicateName(at: place) }
      try skipBlanks()
      try expect(":", "':'")
      try skipBlanks()
      members.append(JSONMember(name, try readNode(depth: depth + 1), at: place))
      try skipBlanks()
      if nextIs("}") { break }
      try expect(",", "',' or '}'")
      try skipBlanks()
    }
    advance()
    return members
  }

  private mutating func readElements(depth: Int) throws(InputError) -> [JSONNode] {
    advance()
    var elements: [JSONNode] = []
    try skipBlanks()
    if nextIs("]") {
      advance()
      return elements
    }
    while true {
      elements.append(try readNode(depth: depth + 1))
      try skipBlanks()
      if nextIs("]") { break }
      try expect(",", "',' or ']'")
      try skipBlanks()
    }
    advance()
    return elements
  }

  private mutating func readNumber() throws(InputError) -> String {
    let start = position
    let first = index
    if nextIs("-") { advance() }
    let leadsWithZero = nextIs("0")
    let whole = try readDigits()
    guard whole == 1 || !leadsWithZero else { throw .malformed(expected: "a number without leading zero", at: start) }
    if nextIs(".") {
      advance()
      _ = try readDigits()
    }
    if nextIs("e") || nextIs("E") {
      advance()
      if nextIs("+") || nextIs("-") { advance() }
      _ = try readDigits()
    }
    return String(decoding: bytes[first..<index], as: UTF8.self)
  }

  /// How many digits were read, at least one.
  private mutating func readDigits() throws(InputError) -> Int {
    guard nextIsDigit else { throw .malformed(expected: "a digit", at: position) }
    let first = index
    while nextIsDigit { advance() }
    return index - first
  }

  private mutating func readString() throws(InputError) -> String {
    let start = position
    advance()
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        advance()
        text.append(contentsOf: UTF8.encode(try readEscape()) ?? .init())
      case 0..<0x20: throw .malformed(expected: "an escaped control character", at: position)
      default:
        let run = advancePlain()
        // Most strings are one run.
        if text.isEmpty, nextIs("\"") {
          advance()
          return String(decoding: bytes[run], as: UTF8.self)
        }
        text.append(contentsOf: bytes[run])
      }
    }
    throw .malformed(expected: "the end of this string", at: start)
  }

  /// Passes everything up to a quote, an escape or a control character, from the start of a scalar on.
  private mutating func advancePlain() -> Range<Int> {
    let first = index
    var scalars = 0
    index = bytes.withUnsafeBufferPointer { bytes in
      var place = first
      while place < bytes.count, bytes[place] >= 0x20, bytes[place] != 0x22, bytes[place] != 0x5C {
        if bytes[place] & 0xC0 != 0x80 { scalars += 1 }
        place += 1
      }
      return place
    }
    column += scalars
    return first..<index
  }

  private mutating func readEscape() throws(InputError) -> Unicode.Scalar {
    let place = position
    guard let mark = next else { throw .malformed(expected: "an escape", at: place) }
    advance()
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(mark)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicode(at: place)
    default: throw .malformed(expected: "an escape of RFC 8259", at: place)
    }
  }

  private mutating func readUnicode(at place: TextPosition) throws(InputError) -> Unicode.Scalar {
    let first = try readHex(at: place)
    guard (0xD800..<0xDC00).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw .malformed(expected: "a Unicode scalar", at: place) }
      return scalar
    }
    for mark: Unicode.Scalar in ["\\", "u"] {
      guard nextIs(mark) else { throw .malformed(expected: "a low surrogate", at: place) }
      advance()
    }
    let second = try readHex(at: place)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw .malformed(expected: "a low surrogate", at: place) }
    return scalar
  }

  private mutating func readHex(at place: TextPosition) throws(InputError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .malformed(expected: "four hexadecimal digits", at: place)
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
