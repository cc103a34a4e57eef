extension ObjectiveCParser {
  mutating func readBody(of id: DeclarationID) {
    builder.setHasBody(id)
    guard kind == .leftBrace else { return }
    group(ignoringLines: true) { $0.readStatements() }
  }

  mutating func readStatements() {
    while !isAtEnd {
      let before = index
      if take(.semicolon) { continue }
      readStatement()
      if index == before { index += 1 }
    }
  }

  private mutating func readStatement() {
    guard depth < Self.deepest else { return skipExpression() }
    depth += 1
    defer { depth -= 1 }
    if kind == .leftBrace { return readBlock(.plain) }
    switch directive {
    case "try", "autoreleasepool":
      index += 2
      return readBlock(.plain)
    case "finally":
      index += 2
      return readBlock(.deferred)
    case "catch":
      index += 2
      if kind == .leftParen { index = behindGroup(index) ?? index + 1 }
      return readBlock(.handler)
    case "synchronized":
      index += 2
      builder.evaluate(readParenthesized())
      return readBlock(.plain)
    case "throw":
      index += 2
      return builder.raise(readExpression())
    default: break
    }
    switch word {
    case "if":
      index += 1
      builder.condition(readParenthesized())
      readBlock(.then)
      if take("else") { readBlock(.otherwise) }
    case "while", "switch":
      let isLoop = word == "while"
      index += 1
      builder.condition(readParenthesized())
      readBlock(isLoop ? .loop : .plain)
    case "do":
      index += 1
      readBlock(.loop)
      if take("while") { builder.condition(readParenthesized()) }
    case "for": readFor()
    case "return":
      index += 1
      builder.yield(kind == .semicolon || isAtEnd ? .none : readExpression())
    case "case":
      index += 1
      builder.condition(readTernary())
      _ = take(.colon)
    case "default" where kind(ahead: 1) == .colon: index += 2
    case "break", "continue": index += 1
    case "goto": index += 2
    case "else": index += 1
    default:
      if let sign = declarationSign { return readVariables(kind: .local, upTo: sign) }
      let value = readExpression()
      if value.isPresent { builder.evaluate(value) }
    }
  }

  /// The row behind the name of a local that is declared here; nil for an expression.
  private var declarationSign: Int? {
    var row = index
    var words = 0
    var stars = 0
    while row < limit {
      let token = table.tokens[row]
      switch token.kind {
      case .word:
        words += isMark(word(row)) ? 0 : 1
        if words > 2 { return nil }
        row += 1
      case .star:
        guard words > 0 else { return nil }
        stars += 1
        row += 1
      case .less:
        // Generic arguments; a comparison has none of these.
        guard words == 1, stars == 0, let end = behindAngles(row) else { return nil }
        row = end
      case .leftParen:
        guard words == 1, self.token(row + 1).kind == .bitXor, let end = behindGroup(row),
          self.token(end).kind == .leftParen,
          let behind = behindGroup(end)
        else { return nil }
        return behind
      case .leftBracket:
        guard words == 2, let end = behindGroup(row) else { return nil }
        row = end
      case .assign, .semicolon, .comma:
        guard words == 2 else { return nil }
        return token.kind == .comma && stars == 0 ? nil : row
      default: return nil
      }
    }
    return nil
  }

  private func behindAngles(_ start: Int) -> Int? {
    var depth = 0
    for row in start..<min(limit, start + 40) {
      switch table.tokens[row].kind {
      case .less: depth += 1
      case .greater:
        depth -= 1
        if depth == 0 { return row + 1 }
      case .word, .star, .comma, .leftParen, .rightParen, .bitXor: continue
      default: return nil
      }
    }
    return nil
  }

  mutating func readBlock(_ block: BodyStep.Block) {
    builder.openBlock(block, at: offset)
    if kind == .leftBrace {
      group(ignoringLines: true) { $0.readStatements() }
    } else if !take(.semicolon), !isAtEnd {
      readStatement()
    }
    builder.closeBlock(at: previousEnd)
  }

  mutating func readParenthesized() -> ExpressionID {
    var value = ExpressionID.none
    guard kind == .leftParen else { return value }
    group(ignoringLines: true) { value = $0.readExpression() }
    return value
  }

  private mutating func readFor() {
    builder.openBlock(.loop, at: offset)
    index += 1
    if kind == .leftParen {
      group(ignoringLines: true) { parser in
        let words = (parser.index..<parser.limit).prefix(24)
        if let inside = words.first(where: { parser.word($0) == "in" }), inside > parser.index {
          let row = inside - 1
          let type = parser.typeText(parser.index..<row)
          parser.index = inside + 1
          let values = parser.readExpression()
          parser.builder.bind(
            parser.builder.declare(
              .local, name: parser.word(row), type: type, value: values, flags: .isPart,
              at: Int(parser.table.tokens[row].start), end: Int(parser.table.tokens[row].end)))
          return
        }
        while !parser.isAtEnd {
          let before = parser.index
          if let sign = parser.declarationSign { parser.readVariables(kind: .local, upTo: sign) }
          let value = parser.readExpression()
          if value.isPresent { parser.builder.evaluate(value) }
          if parser.index == before || parser.kind == .semicolon || parser.kind == .comma { parser.index += 1 }
        }
      }
    }
    readBlock(.plain)
    builder.closeBlock(at: previousEnd)
  }
}
