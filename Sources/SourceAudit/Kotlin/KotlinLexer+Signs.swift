extension KotlinLexer {
  static let signs = SignTable([
    ("===", .identical), ("!==", .notIdentical), ("..<", .rangeUntil), ("...", .ellipsis),
    ("==", .equal), ("!=", .notEqual), ("<=", .lessEqual), (">=", .greaterEqual), ("&&", .and), ("||", .or),
    ("++", .increment), ("--", .decrement), ("+=", .plusAssign), ("-=", .minusAssign), ("*=", .timesAssign),
    ("/=", .divideAssign), ("%=", .moduloAssign), ("->", .arrow), ("?.", .safeDot), ("?:", .elvis),
    ("::", .doubleColon), ("..", .range), ("!!", .notNot),
    ("(", .leftParen), (")", .rightParen), ("[", .leftBracket), ("]", .rightBracket), (",", .comma),
    (";", .semicolon), (":", .colon), (".", .dot), ("?", .question), ("@", .at), ("=", .assign), ("+", .plus),
    ("-", .minus), ("*", .star), ("/", .slash), ("%", .percent), ("!", .not), ("&", .bitAnd), ("|", .bitOr),
    ("<", .less), (">", .greater),
  ])

  /// A brace inside an insertion is counted, so that its own closing brace is known.
  mutating func readBrace() {
    let start = position
    let isOpening = bytes[start] == UInt8(ascii: "{")
    position += 1
    guard let open = texts.last?.braces else { return add(isOpening ? .leftBrace : .rightBrace, from: start) }
    if isOpening {
      texts[texts.count - 1].braces = open + 1
      add(.leftBrace, from: start)
    } else {
      texts[texts.count - 1].braces = open > 0 ? open - 1 : nil
      add(open > 0 ? .rightBrace : .insertClose, from: start)
    }
  }
}
