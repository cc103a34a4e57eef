/// Cuts Objective-C into tokens. Never fails: what it cannot read is a token of kind unknown or a range that it reports.
/// Lines of the preprocessor are no tokens: they are listed apart.
struct ObjectiveCLexer: TokenLexer {
  /// One line of the preprocessor, with the lines that a backslash joins to it.
  struct Directive: Sendable {
    let name: String
    let range: Range<Int>
    /// Where what follows the name begins.
    let body: Int
  }

  static let signs = SignTable([
    ("<<=", .otherAssign), (">>=", .otherAssign), ("...", .ellipsis), ("==", .equal), ("!=", .notEqual),
    ("<=", .lessEqual), (">=", .greaterEqual), ("&&", .and), ("||", .or), ("++", .increment), ("--", .decrement),
    ("+=", .plusAssign), ("-=", .minusAssign), ("*=", .timesAssign), ("/=", .divideAssign), ("%=", .moduloAssign),
    ("&=", .otherAssign), ("|=", .otherAssign), ("^=", .otherAssign), ("->", .arrow), ("::", .doubleColon),
    ("<<", .shiftLeft), ("(", .leftParen), (")", .rightParen), ("[", .leftBracket), ("]", .rightBracket),
    ("{", .leftBrace), ("}", .rightBrace), (",", .comma), (";", .semicolon), (":", .colon), (".", .dot),
    ("?", .question), ("@", .at), ("=", .assign), ("+", .plus), ("-", .minus), ("*", .star), ("/", .slash),
    ("%", .percent), ("!", .not), ("&", .bitAnd), ("|", .bitOr), ("^", .bitXor), ("~", .bitNot), ("<", .less),
    (">", .greater),
  ])

  let bytes: [UInt8]
  var position = 0
  var tokens: [SourceToken] = []
  var unreadable: [Range<Int>] = []
  var flags: SourceToken.Flags = [.startsLine]
  private(set) var directives: [Directive] = []

  static func read(_ text: String) -> (table: TokenTable, directives: [Directive]) {
    var lexer = ObjectiveCLexer(bytes: Array(text.utf8))
    lexer.read()
    return (
      TokenTable(bytes: lexer.bytes, tokens: lexer.tokens, unreadable: lexer.unreadable), lexer.directives
    )
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 4 + 16)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func read() {
    while position < bytes.count {
      guard !skipBlank(nestedComments: false) else { continue }
      let first = bytes[position]
      if first == UInt8(ascii: "#"), flags.contains(.startsLine) {
        readDirective()
      } else if first == UInt8(ascii: "\"") || (first == UInt8(ascii: "@") && byte(1) == UInt8(ascii: "\"")) {
        readText()
      } else if first == UInt8(ascii: "'") {
        readCharacter()
      } else if first.isDigit {
        readNumber()
      } else if first.isWordStart || first == UInt8(ascii: "$") {
        let start = position
        while position < bytes.count, bytes[position].isWordPart || bytes[position] == UInt8(ascii: "$") {
          position += 1
        }
        add(.word, from: start)
      } else if first == UInt8(ascii: "\\"), byte(1) == 10 {
        position += 2
      } else {
        readSign(Self.signs)
      }
    }
    flags = [.startsLine]
    add(.end, from: position)
  }

  private mutating func readText() {
    let start = position
    position += bytes[position] == UInt8(ascii: "@") ? 2 : 1
    while position < bytes.count, bytes[position] != 10 {
      if bytes[position] == UInt8(ascii: "\\") {
        position = min(position + 2, bytes.count)
      } else if bytes[position] == UInt8(ascii: "\"") {
        position += 1
        return add(.text, from: start)
      } else {
        position += 1
      }
    }
    unreadable.append(start..<position)
    add(.text, from: start)
  }

  private mutating func readDirective() {
    let start = position
    position += 1
    while byte() == 32 || byte() == 9 { position += 1 }
    let first = position
    while position < bytes.count, bytes[position].isWordPart { position += 1 }
    let name = String(decoding: bytes[first..<position], as: UTF8.self)
    let body = position
    while position < bytes.count, bytes[position] != 10 {
      if bytes[position] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        // A comment may go on over the end of the line.
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          position += 1
        }
      }
      let isJoined = byte() == UInt8(ascii: "\\") && (byte(1) == 10 || (byte(1) == 13 && byte(2) == 10))
      position = min(position + (isJoined ? (byte(1) == 10 ? 2 : 3) : 1), bytes.count)
    }
    directives.append(Directive(name: name, range: start..<position, body: body))
    flags = [.startsLine]
  }
}
