/// Reads JSON from outside within limits, strictly.
///
/// Protects against deep nesting, oversized input, duplicate names and lenient parsing; it does not judge what
/// the values mean. Comments (`//` and `/* */`) are accepted only where a person writes the file.
/// Source: RFC 8259; duplicate names refused as RFC 7493 (I-JSON), section 2.3 asks.
public struct JSONReader: Sendable {
  public var maximumBytes: Int
  public var maximumDepth: Int
  public var allowsComments: Bool

  public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, allowsComments: Bool = false) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.allowsComments = allowsComments
  }

  /// - Throws: every case of ``InputError`` but `notBase64URL`.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> JSONNode {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    var scanner = JSONScanner(text: text, depthLimit: maximumDepth, allowsComments: allowsComments)
    try scanner.skipBlanks()
    let node = try scanner.readNode(depth: 0)
    try scanner.skipBlanks()
    guard scanner.atEnd else { throw .malformed(expected: "the end of the document", at: scanner.position) }
    return node
  }
}

/// The recursive descent below ``JSONReader``.
struct JSONScanner {
  private let scalars: String.UnicodeScalarView
  private var index: String.UnicodeScalarView.Index
  private var line = 1
  private var column = 1
  private let depthLimit: Int
  private let allowsComments: Bool

  init(text: String, depthLimit: Int, allowsComments: Bool) {
    scalars = text.unicodeScalars
    index = scalars.startIndex
    self.depthLimit = depthLimit
    self.allowsComments = allowsComments
  }

  var atEnd: Bool { index == scalars.endIndex }
  var position: TextPosition { TextPosition(line: line, column: column) }
  private var next: Unicode.Scalar? { atEnd ? nil : scalars[index] }

  private mutating func advance() {
    if scalars[index] == "\n" {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index = scalars.index(after: index)
  }

  private mutating func expect(_ scalar: Unicode.Scalar, _ name: String) throws(InputError) {
    guard next == scalar else { throw .malformed(expected: name, at: position) }
    advance()
  }

  mutating func skipBlanks() throws(InputError) {
    while let scalar = next {
      switch scalar {
      case " ", "\t", "\n", "\r": advance()
      case "/" where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(InputError) {
    let start = position
    advance()
    switch next {
    case "/":
      while let scalar = next, scalar != "\n" { advance() }
    case "*":
      advance()
      var last: Unicode.Scalar = " "
      while let scalar = next {
        advance()
        if last == "*" && scalar == "/" { return }
        last = scalar
      }
      throw .malformed(expected: "the end of this comment", at: start)
    default: throw .malformed(expected: "a comment", at: start)
    }
  }

  mutating func readNode(depth: Int) throws(InputError) -> JSONNode {
    let start = position
    guard depth < depthLimit else { throw .tooDeep(limit: depthLimit, at: start) }
    switch next {
    case "{": return JSONNode(.object(try readMembers(depth: depth)), at: start)
    case "[": return JSONNode(.array(try readElements(depth: depth)), at: start)
    case "\"": return JSONNode(.string(try readString()), at: start)
    case "t": return try readWord("true", .bool(true), at: start)
    case "f": return try readWord("false", .bool(false), at: start)
    case "n": return try readWord("null", .null, at: start)
    case .some("-"), .some("0"..."9"): return JSONNode(.number(try readNumber()), at: start)
    default: throw .malformed(expected: "a JSON value", at: start)
    }
  }

  private mutating func readWord(_ word: String, _ value: JSONValue, at start: TextPosition) throws(InputError)
    -> JSONNode
  {
    for scalar in word.unicodeScalars {
      guard next == scalar else { throw .malformed(expected: "true, false or null", at: start) }
      advance()
    }
    return JSONNode(value, at: start)
  }

  private mutating func readMembers(depth: Int) throws(InputError) -> [JSONMember] {
    advance()
    var members: [JSONMember] = []
    var names: Set<String> = []
    try skipBlanks()
    if next == "}" {
      advance()
      return members
    }
    while true {
      let place = position
      guard next == "\"" else { throw .malformed(expected: "a name in double quotes", at: place) }
      let name = try readString()
      guard names.insert(name).inserted else { throw .duplicateName(at: place) }
      try skipBlanks()
      try expect(":", "':'")
      try skipBlanks()
      members.append(JSONMember(name, try readNode(depth: depth + 1), at: place))
      try skipBlanks()
      if next == "}" { break }
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
    if next == "]" {
      advance()
      return elements
    }
    while true {
      elements.append(try readNode(depth: depth + 1))
      try skipBlanks()
      if next == "]" { break }
      try expect(",", "',' or ']'")
      try skipBlanks()
    }
    advance()
    return elements
  }

  private mutating func readNumber() throws(InputError) -> String {
    let start = position
    var digits = String.UnicodeScalarView()
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
    func take() {
      digits.append(scalars[index])
      advance()
    }
    if next == "-" { take() }
    let leadsWithZero = next == "0"
    guard isDigit(next) else { throw .malformed(expected: "a digit", at: position) }
    take()
    while isDigit(next) {
      guard !leadsWithZero else { throw .malformed(expected: "a number without leading zero", at: start) }
      take()
    }
    if next == "." {
      take()
      guard isDigit(next) else { throw .malformed(expected: "a digit", at: position) }
      while isDigit(next) { take() }
    }
    if next == "e" || next == "E" {
      take()
      if next == "+" || next == "-" { take() }
      guard isDigit(next) else { throw .malformed(expected: "a digit", at: position) }
      while isDigit(next) { take() }
    }
    return String(digits)
  }

  private mutating func readString() throws(InputError) -> String {
    let start = position
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = next {
      switch scalar {
      case "\"":
        advance()
        return String(text)
      case "\\":
        advance()
        text.append(try readEscape())
      case "\u{0}"..."\u{1F}": throw .malformed(expected: "an escaped control character", at: position)
      default:
        text.append(scalar)
        advance()
      }
    }
    throw .malformed(expected: "the end of this string", at: start)
  }

  private mutating func readEscape() throws(InputError) -> Unicode.Scalar {
    let place = position
    guard let mark = next else { throw .malformed(expected: "an escape", at: place) }
    advance()
    switch mark {
    case "\"", "\\", "/": return mark
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let first = try readHex(at: place)
      if (0xD800..<0xDC00).contains(first) {
        guard next == "\\" else { throw .malformed(expected: "a low surrogate", at: place) }
        advance()
        guard next == "u" else { throw .malformed(expected: "a low surrogate", at: place) }
        advance()
        let second = try readHex(at: place)
        guard (0xDC00..<0xE000).contains(second),
          let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw .malformed(expected: "a low surrogate", at: place) }
        return scalar
      }
      guard let scalar = Unicode.Scalar(first) else { throw .malformed(expected: "a Unicode scalar", at: place) }
      return scalar
    default: throw .malformed(expected: "an escape of RFC 8259", at: place)
    }
  }

  private mutating func readHex(at place: TextPosition) throws(InputError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw .malformed(expected: "four hexadecimal digits", at: place)
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
