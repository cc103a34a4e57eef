extension JavaParser {
  mutating func readBody(of id: DeclarationID) {
    builder.setHasBody(id)
    group(ignoringLines: true) { $0.readStatements() }
  }

  mutating func readStatements() {
    while !isAtEnd {
      let before = index
      if take(.semicolon) { continue }
      readStatement()
      if index == before { skipOne() }
    }
  }

  mutating func readStatement() {
    guard depth < Self.deepest else { return skipExpression() }
    depth += 1
    defer { depth -= 1 }
    while isAtName, kind(ahead: 1) == .colon, kind(ahead: 2) != .colon { index += 2 }
    switch word {
    case .if: readIf()
    case .for: readFor()
    case .while: readWhile()
    case .do: readDo()
    case .try: readTry()
    case .switch: readSwitchStatement()
    case .return, .throw: readJump()
    case .break, .continue:
      index += 1
      _ = takeName()
      _ = take(.semicolon)
    case .synchronized where kind(ahead: 1) == .leftParen:
      index += 1
      builder.evaluate(readParenthesized())
      readBlock(.plain)
    case .assert:
      index += 1
      builder.condition(readExpression())
      if take(.colon) { builder.evaluate(readExpression()) }
      _ = take(.semicolon)
    case .yield where isYield: readYield()
    default:
      if kind == .leftBrace { return readBlock(.plain) }
      readSimpleStatement()
    }
  }

  /// A local type, a local variable or an expression.
  private mutating func readSimpleStatement() {
    let isMarked = kind == .at || word == .final || word == .abstract || word == .static
    let modifiers = isMarked || word == .sealed ? readModifiers() : Modifiers()
    if isAtType { return readType(modifiers) }
    if isAtLocal {
      readLocals(modifiers)
    } else {
      let value = readExpression()
      if value.isPresent { builder.evaluate(value) }
    }
    if !take(.semicolon), !isAtEnd, !token(index).flags.contains(.startsLine) { cannotRead(token(index).range) }
  }

  mutating func readLocals(_ modifiers: Modifiers) {
    var type = takeType()
    if type == "var" { type = "" }
    repeat {
      let start = offset
      let name = takeName()
      guard !name.isEmpty else { break }
      let end = behindDimensions(index)
      let dimensions = joined(index..<end)
      index = end
      let value = take(.assign) ? readValue() : .none
      let id = builder.declare(
        .local, name: name, type: type + dimensions, value: value,
        flags: modifiers.words.contains(.final) ? .isConstant : [], at: start, end: previousEnd)
      builder.setAttributes(modifiers.annotations, of: id)
      builder.bind(id)
    } while take(.comma)
  }

  /// One statement or a block, marked as what it is.
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

  private mutating func readJump() {
    let isReturn = word == .return
    index += 1
    let value = kind == .semicolon || isAtEnd ? ExpressionID.none : readExpression()
    if isReturn { builder.yield(value) } else { builder.raise(value) }
    _ = take(.semicolon)
  }

  /// `yield` is a statement only before a value; else it is a name.
  private var isYield: Bool {
    switch kind(ahead: 1) {
    case .word, .text, .number, .character, .not, .minus: return true
    case .leftParen: return behindGroup(index + 1).map { token($0).kind == .semicolon } ?? false
    default: return false
    }
  }

  private mutating func readYield() {
    index += 1
    let value = readExpression()
    if value.isPresent {
      builder.evaluate(value)
      yielded.append(value)
    }
    _ = take(.semicolon)
  }

  // MARK: loops

  private mutating func readFor() {
    builder.openBlock(.loop, at: offset)
    index += 1
    if kind == .leftParen {
      group(ignoringLines: true) { parser in
        let modifiers = parser.readModifiers()
        if let end = parser.behindType(parser.index), parser.isName(end), parser.token(end + 1).kind == .colon {
          let type = parser.takeType()
          let start = parser.offset
          let name = parser.takeName()
          parser.index += 1
          let values = parser.readExpression()
          parser.builder.bind(
            parser.builder.declare(
              .local, name: name, type: type == "var" ? "" : type, value: values, flags: .isPart, at: start,
              end: parser.previousEnd))
        } else {
          if parser.isAtLocal { parser.readLocals(modifiers) } else { parser.readList() }
          if parser.take(.semicolon), parser.kind != .semicolon, !parser.isAtEnd {
            parser.builder.condition(parser.readExpression())
          }
          if parser.take(.semicolon) { parser.readList() }
        }
      }
    }
    readBlock(.plain)
    builder.closeBlock(at: previousEnd)
  }

  /// Expressions between commas, each a step.
  private mutating func readList() {
    while !isAtEnd, kind != .semicolon {
      let before = index
      let value = readExpression()
      if value.isPresent { builder.evaluate(value) }
      if !take(.comma) { break }
      if index == before { skipOne() }
    }
  }

  private mutating func readWhile() {
    index += 1
    builder.condition(readParenthesized())
    readBlock(.loop)
  }

  private mutating func readDo() {
    index += 1
    builder.openBlock(.loop, at: offset)
    readBlock(.plain)
    if take(.while) { builder.condition(readParenthesized()) }
    builder.closeBlock(at: previousEnd)
    _ = take(.semicolon)
  }
}
