/// Cuts Kotlin into tokens. Never fails: what it cannot read is a token of kind unknown or a range that it reports.
/// Texts with inserted expressions are groups of tokens; which text is open is kept on a stack, not by recursion.
struct KotlinLexer: TokenLexer {
  struct OpenText {
    let isRaw: Bool
    /// How many `$` begin an insertion.
    let dollars: Int
    /// Braces open in the insertion that is being read; nil while the text itself is read.
    var braces: Int?
  }

  let bytes: [UInt8]
  let words = KotlinWord.list
  var position = 0
  var tokens: [SourceToken] = []
  var unreadable: [Range<Int>] = []
  var texts: [OpenText] = []
  var flags: SourceToken.Flags = [.startsLine]

  static func table(_ text: String) -> TokenTable {
    var lexer = KotlinLexer(bytes: Array(text.utf8))
    lexer.read()
    return TokenTable(bytes: lexer.bytes, tokens: lexer.tokens, unreadable: lexer.unreadable)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 4 + 16)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes[position...].starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) { skipLine() }
  }

  private mutating func read() {
    while position < bytes.count {
      if let text = texts.last, text.braces == nil { readText(text) } else { readCode() }
    }
    while let text = texts.popLast() {
      add(text.braces == nil ? .textClose : .insertClose, from: position)
      if text.braces != nil { add(.textClose, from: position) }
      unreadable.append(max(0, bytes.count - 1)..<bytes.count)
    }
    flags = [.startsLine]
    add(.end, from: position)
  }

  private mutating func readCode() {
    guard !skipBlank(nestedComments: true) else { return }
    let start = position
    switch bytes[start] {
    case UInt8(ascii: "\""): openText(dollars: 1)
    case UInt8(ascii: "$"): readDollar()
    case UInt8(ascii: "'"): readCharacter()
    case UInt8(ascii: "`"): readQuotedName()
    case UInt8(ascii: "{"), UInt8(ascii: "}"): readBrace()
    case let first where first.isWordStart:
      repeat { position += 1 } while position < bytes.count && bytes[position].isWordPart
      add(.word, from: start, word: words.row(bytes, start..<position))
    case let first where first.isDigit: readNumber()
    default: readSign(Self.signs)
    }
  }

  private mutating func readQuotedName() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "`"), bytes[position] != 10 { position += 1 }
    if byte() == UInt8(ascii: "`") { position += 1 } else { unreadable.append(start..<position) }
    add(.quotedName, from: start)
  }
}
