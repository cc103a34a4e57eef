extension KotlinParser {
  /// `{ … }` of a function, an initializer or an accessor.
  mutating func readBody(of id: DeclarationID) {
    builder.setHasBody(id)
    group(ignoringLines: false) { parser in
      let outer = parser.allowsTrailingLambda
      parser.allowsTrailingLambda = true
      _ = parser.readStatements(yieldsLast: false)
      parser.allowsTrailingLambda = outer
    }
  }

  /// Statements up to the limit. Answers the value of the last one.
  mutating func readStatements(yieldsLast: Bool) -> ExpressionID {
    var last = ExpressionID.none
    while !isAtEnd {
      let before = index
      if take(.semicolon) { continue }
      last = readBareStatement(.body)
      if index == before { skipOne() }
      while take(.semicolon) {}
      if last.isPresent, !(isAtEnd && yieldsLast), !isDone(last) { builder.evaluate(last) }
      if !isAtEnd, index > before, !table.tokens[index].flags.contains(.startsLine),
        table.tokens[index - 1].kind != .semicolon, table.tokens[index - 1].kind != .rightBrace
      {
        // Two statements on one line: the second one is read all the same.
        cannotRead(table.tokens[index].range)
      }
    }
    if yieldsLast, last.isPresent, !isJump(last) { builder.yield(last) }
    return last
  }

  /// `return` and `throw` are steps already; so is everything inside `if`, `when` and `try`.
  private func isDone(_ value: ExpressionID) -> Bool {
    isJump(value) || builder.expressions[Int(value.raw)].kind == .conditional
  }

  private func isJump(_ value: ExpressionID) -> Bool { builder.expressions[Int(value.raw)].kind == .opaque }

  /// A statement where it is not part of a list.
  mutating func readStatement(_ level: Level) {
    let value = readBareStatement(level)
    if value.isPresent, !isDone(value) { builder.evaluate(value) }
  }

  /// Reads one statement. Answers an expression that the caller has to put among the steps; none when that is done.
  mutating func readBareStatement(_ level: Level) -> ExpressionID {
    if isAtDeclaration() {
      readDeclaration(level)
      return .none
    }
    while kind == .at { _ = readAnnotations() }
    takeLabel()
    switch word {
    case .for: readFor()
    case .while: readWhile()
    case .do: readDo()
    default: return readAssignment()
    }
    return .none
  }

  /// `name@` before a loop or a closure.
  mutating func takeLabel() {
    guard isAtName, kind(ahead: 1) == .at, !table.tokens[index + 1].flags.contains(.followsBlank) else { return }
    index += 2
  }

  private mutating func readAssignment() -> ExpressionID {
    let place = offset
    let target = readExpression()
    let sign: String
    switch kind {
    case .assign: sign = "="
    case .plusAssign: sign = "+="
    case .minusAssign: sign = "-="
    case .timesAssign: sign = "*="
    case .divideAssign: sign = "/="
    case .moduloAssign: sign = "%="
    default: return target
    }
    guard target.isPresent else { return target }
    index += 1
    let value = readExpression()
    return builder.expression(.assignment, name: sign, first: target, list: [ListEntry(.none, value)], at: place)
  }

  // MARK: loops

  private mutating func readFor() {
    let start = offset
    index += 1
    builder.openBlock(.loop, at: start)
    if kind == .leftParen {
      group(ignoringLines: true) { parser in
        while parser.kind == .at { _ = parser.readAnnotations() }
        var parts: [Parameter] = []
        if parser.kind == .leftParen {
          parts = parser.takeParts()
        } else {
          var part = Parameter()
          part.start = parser.offset
          part.name = parser.takeName()
          if parser.take(.colon) { part.type = parser.takeType() }
          part.end = max(part.start, parser.previousEnd)
          parts = [part]
        }
        let values = parser.take(.in) ? parser.readExpression() : .none
        for part in parts where !part.name.isEmpty {
          let id = parser.builder.declare(
            .local, name: part.name, type: part.type, value: values, flags: [.isConstant, .isPart], at: part.start,
            end: part.end)
          parser.builder.bind(id)
        }
      }
    }
    _ = readBranchBody()
    builder.closeBlock(at: previousEnd)
  }

  private mutating func readWhile() {
    let start = offset
    index += 1
    if kind == .leftParen { builder.condition(readParenthesized()) }
    builder.openBlock(.loop, at: start)
    if !take(.semicolon) { _ = readBranchBody() }
    builder.closeBlock(at: previousEnd)
  }

  private mutating func readDo() {
    let start = offset
    index += 1
    builder.openBlock(.loop, at: start)
    if word != .while { _ = readBranchBody() }
    if take(.while), kind == .leftParen { builder.condition(readParenthesized()) }
    builder.closeBlock(at: previousEnd)
  }

  mutating func readParenthesized() -> ExpressionID {
    var value = ExpressionID.none
    group(ignoringLines: true) { parser in
      let outer = parser.allowsTrailingLambda
      parser.allowsTrailingLambda = true
      value = parser.readExpression()
      parser.allowsTrailingLambda = outer
    }
    return value
  }

  /// A block or one statement; every value is put among the steps. Answers the last value.
  mutating func readBranchBody() -> ExpressionID {
    if kind == .leftBrace {
      var value = ExpressionID.none
      group(ignoringLines: false) { parser in
        let outer = parser.allowsTrailingLambda
        parser.allowsTrailingLambda = true
        value = parser.readStatements(yieldsLast: false)
        parser.allowsTrailingLambda = outer
      }
      return value
    }
    guard depth < Self.deepest else {
      skipExpression()
      return .none
    }
    depth += 1
    let value = readBareStatement(.body)
    depth -= 1
    if value.isPresent, !isDone(value) { builder.evaluate(value) }
    return value
  }
}
