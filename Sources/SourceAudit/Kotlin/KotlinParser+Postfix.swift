extension KotlinParser {
  /// An operand with its members, calls and indexes: a loop, however long the chain.
  mutating func readPostfix() -> ExpressionID {
    let start = offset
    var value = readPrimary()
    var isCallable = value.isPresent
    while !isAtEnd {
      switch kind {
      case .dot, .safeDot:
        guard let next = readMember(of: value) else { return value }
        value = next
        isCallable = true
      case .doubleColon: value = readReference(value)
      case .notNot where !startsLine:
        index += 1
        value = builder.expression(.forced, first: value, at: start)
      case .increment where !startsLine, .decrement where !startsLine:
        value = builder.expression(.unary, name: text(token(index)), first: value, at: offset)
        index += 1
      case .leftParen where !startsLine && isCallable:
        let arguments = builder.writtenOut(readArguments(), of: value)
        value = builder.call(value, arguments + readTrailingLambda(afterParenthesis: true), at: start)
      case .leftBracket where !startsLine && isCallable:
        let list = readArguments().map { ListEntry(.none, $0.value) }
        value = builder.expression(.index, first: value, list: list, at: start)
      case .less where !startsLine && isCallable && isTypeArguments: takeTypeParameters()
      case .question where kind(ahead: 1) == .doubleColon: index += 1
      default:
        let lambda = isCallable && isCallee(value) ? readTrailingLambda(afterParenthesis: false) : []
        guard !lambda.isEmpty else { return value }
        value = builder.call(value, lambda, at: start)
      }
    }
    return value
  }

  /// A closure follows a name or a member as its only argument; behind `if (x)` or a number it is something else.
  private func isCallee(_ value: ExpressionID) -> Bool {
    let kind = builder.expressions[Int(value.raw)].kind
    return kind == .name || kind == .member
  }

  private var isTypeArguments: Bool {
    guard let next = behindTypeArguments(index) else { return false }
    guard next < limit else { return true }
    switch table.tokens[next].kind {
    case .leftParen, .leftBrace, .doubleColon, .dot, .safeDot: return true
    default: return false
    }
  }

  private mutating func readMember(of base: ExpressionID) -> ExpressionID? {
    let flags: ExpressionNode.Flags = kind == .safeDot ? .optional : []
    guard [.word, .quotedName].contains(kind(ahead: 1)), base.isPresent else {
      skipOne()
      return base.isPresent && !isAtEnd && !startsLine ? base : nil
    }
    index += 2
    return builder.expression(
      .member, name: name(index - 1), first: base, flags: flags, at: Int(table.tokens[index - 1].start))
  }

  /// `Foo::bar`, `Foo::class`, `::bar`.
  mutating func readReference(_ base: ExpressionID) -> ExpressionID {
    let place = offset
    index += 1
    guard [.word, .quotedName].contains(kind), !startsLine else {
      cannotRead(place..<place + 2)
      return base
    }
    index += 1
    return builder.expression(.reference, name: name(index - 1), first: base, at: place)
  }

  /// What stands between parentheses or brackets, separated by commas.
  mutating func readArguments() -> [(label: String, value: ExpressionID)] {
    var found: [(label: String, value: ExpressionID)] = []
    group(ignoringLines: true) { parser in
      let outer = parser.allowsTrailingLambda
      parser.allowsTrailingLambda = true
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.comma) { continue }
        var label = ""
        if parser.isAtName, parser.kind(ahead: 1) == .assign {
          label = parser.takeName()
          parser.index += 1
        }
        let value = parser.readExpression()
        if value.isPresent { found.append((label, value)) }
        if parser.index == before { parser.skipOne() }
        if !parser.isAtEnd, parser.kind != .comma {
          // Without a closing bracket the next line is no argument any more.
          if parser.isUnclosed, parser.token(parser.index).flags.contains(.startsLine) { return }
          parser.cannotRead(parser.token(parser.index).range)
        }
      }
      parser.allowsTrailingLambda = outer
    }
    return found
  }

  /// A closure behind a call; it may stand on the next line only behind a parenthesis.
  private mutating func readTrailingLambda(afterParenthesis: Bool) -> [(label: String, value: ExpressionID)] {
    guard allowsTrailingLambda, afterParenthesis || !startsLine else { return [] }
    let before = index
    while kind == .at, behindAnnotation(index) < limit { index = behindAnnotation(index) }
    takeLabel()
    guard kind == .leftBrace else {
      index = before
      return []
    }
    return [("", readLambda())]
  }

  mutating func readLambda() -> ExpressionID {
    let start = offset
    let id = builder.open(.closure, at: start)
    builder.setHasBody(id)
    group(ignoringLines: false) { parser in
      let outer = parser.allowsTrailingLambda
      parser.allowsTrailingLambda = true
      if let arrow = parser.arrowRow() { parser.readLambdaParameters(to: arrow) }
      _ = parser.readStatements(yieldsLast: true)
      parser.allowsTrailingLambda = outer
    }
    builder.close(end: previousEnd)
    return builder.expression(.closure, of: id, at: start)
  }

  /// The row of `->` when the closure begins with parameters.
  private func arrowRow() -> Int? {
    var row = index
    while row < limit {
      switch table.tokens[row].kind {
      case .arrow: return row
      case .word where word(row).isHard && word(row) != .in: return nil
      case .word, .quotedName, .comma, .colon, .dot, .less, .greater, .question, .star, .at: row += 1
      case .leftParen:
        guard let next = behindGroup(row) else { return nil }
        row = next
      default: return nil
      }
    }
    return nil
  }

  private mutating func readLambdaParameters(to arrow: Int) {
    let outer = limit
    limit = arrow
    while !isAtEnd {
      let before = index
      if take(.comma) { continue }
      while kind == .at { index = behindAnnotation(index) }
      let start = offset
      if kind == .leftParen {
        // The parts of one parameter.
        let parts = takeParts()
        if take(.colon) { _ = takeType() }
        builder.declare(.parameter, name: "", at: start, end: previousEnd)
        for part in parts {
          let value = builder.expression(.name, name: "it", at: start)
          let id = builder.declare(
            .local, name: part.name, type: part.type, value: value, flags: [.isConstant, .isPart], at: part.start,
            end: part.end)
          builder.bind(id)
        }
      } else if isAtName {
        let name = takeName()
        let type = take(.colon) ? takeType() : ""
        builder.declare(.parameter, name: name, keyword: name, type: type, at: start, end: previousEnd)
      }
      if index == before { skipOne() }
    }
    limit = outer
    index = arrow + 1
  }
}
