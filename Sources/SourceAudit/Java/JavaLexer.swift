/// Cuts Java into tokens. Never fails: what it cannot read is a token of kind unknown or a range that it reports.
/// `>` is always a token of its own, so that closed type arguments need no second look.
struct JavaLexer: TokenLexer {
  static let signs = SignTable([
    ("<<=", .otherAssign), ("...", .ellipsis), ("==", .equal), ("!=", .notEqual), ("<=", .lessEqual),
    (">=", .greaterEqual), ("&&", .and), ("||", .or), ("++", .increment), ("--", .decrement), ("+=", .plusAssign),
    ("-=", .minusAssign), ("*=", .timesAssign), ("/=", .divideAssign), ("%=", .moduloAssign), ("&=", .otherAssign),
    ("|=", .otherAssign), ("^=", .otherAssign), ("->", .arrow), ("::", .doubleColon), ("<<", .shiftLeft),
    ("(", .leftParen), (")", .rightParen), ("[", .leftBracket), ("]", .rightBracket), ("{", .leftBrace),
    ("}", .rightBrace), (",", .comma), (";", .semicolon), (":", .colon), (".", .dot), ("?", .question), ("@", .at),
    ("=", .assign), ("+", .plus), ("-", .minus), ("*", .star), ("/", .slash), ("%", .percent), ("!", .not),
    ("&", .bitAnd), ("|", .bitOr), ("^", .bitXor), ("~", .bitNot), ("<", .less), (">", .greater),
  ])

  let bytes: [UInt8]
  private let words = JavaWord.list
  var position = 0
  var tokens: [SourceToken] = []
  var unreadable: [Range<Int>] = []
  var flags: SourceToken.Flags = [.startsLine]

  static func table(_ text: String) -> TokenTable {
    var lexer = JavaLexer(bytes: Array(text.utf8))
    lexer.read()
    return TokenTable(bytes: lexer.bytes, tokens: lexer.tokens, unreadable: lexer.unreadable)
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
      if first == UInt8(ascii: "\"") {
        readText()
      } else if first == UInt8(ascii: "'") {
        readCharacter()
      } else if first.isDigit {
        readNumber()
      } else if wordPart(isStart: true) > 0 {
        readWord()
      } else {
        readSign(Self.signs)
      }
    }
    flags = [.startsLine]
    add(.end, from: position)
  }

  /// How many bytes at the current place go on with a word: `\u0061` counts like the letter that it stands for.
  private func wordPart(isStart: Bool) -> Int {
    guard position < bytes.count else { return 0 }
    let first = bytes[position]
    if first == UInt8(ascii: "$") || (isStart ? first.isWordStart : first.isWordPart) { return 1 }
    guard first == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "u") else { return 0 }
    return (2...5).allSatisfy { byte($0).isHexDigit } ? 6 : 0
  }

  private mutating func readWord() {
    let start = position
    while case let width = wordPart(isStart: position == start), width > 0 { position += width }
    add(.word, from: start, word: words.row(bytes, start..<position))
  }

  private mutating func readText() {
    let start = position
    let isBlock = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    position += isBlock ? 3 : 1
    while position < bytes.count {
      let current = bytes[position]
      if current == UInt8(ascii: "\\") {
        position = min(position + 2, bytes.count)
      } else if current == UInt8(ascii: "\"") {
        let isEnd = !isBlock || (byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\""))
        position += isEnd && isBlock ? 3 : 1
        if isEnd { return add(.text, from: start) }
      } else if current == 10, !isBlock {
        break
      } else {
        position += 1
      }
    }
    unreadable.append(start..<position)
    add(.text, from: start)
  }
}
