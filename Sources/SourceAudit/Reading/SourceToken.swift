/// One token of Kotlin or Java as a range of bytes: 12 bytes, no text of its own.
struct SourceToken: Sendable {
  enum Kind: UInt8, Sendable {
    case end
    /// A name or a keyword; ``SourceToken/word`` tells which.
    case word
    /// A name between backticks.
    case quotedName
    case number, character
    /// A Java text, delimiters included; a Kotlin text is a group of the kinds below.
    case text
    case textOpen, textPiece, textName, textClose
    case insertOpen, insertClose
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, semicolon, colon, doubleColon, dot, safeDot, elvis, question, arrow, at, ellipsis
    case assign, plusAssign, minusAssign, timesAssign, divideAssign, moduloAssign, otherAssign
    case plus, minus, star, slash, percent, increment, decrement
    case not, notNot, and, or, bitAnd, bitOr, bitXor, bitNot
    case less, greater, lessEqual, greaterEqual, equal, notEqual, identical, notIdentical
    case shiftLeft, range, rangeUntil
    case unknown
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let startsLine = Flags(rawValue: 1)
    static let followsBlank = Flags(rawValue: 2)
    /// Of a raw text, whose backslashes are backslashes.
    static let isRaw = Flags(rawValue: 4)
  }

  let kind: Kind
  /// The row of the keyword in its language's list, or 0.
  let word: UInt8
  let flags: Flags
  let start: UInt32
  let end: UInt32

  var range: Range<Int> { Int(start)..<Int(end) }
}

extension UInt8 {
  /// Every byte beyond ASCII counts as a letter: a wrong one costs nothing, a missed one would split a name.
  var isWordStart: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
  var isWordPart: Bool { isWordStart || isDigit }
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isASCIILetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
  var isASCIILowercase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  var isHexDigit: Bool { isDigit || ((self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "f")) }
}
