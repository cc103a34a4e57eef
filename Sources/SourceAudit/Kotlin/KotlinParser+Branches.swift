/// `if`, `when` and `try`: their blocks are steps of the body around them, their values one conditional expression.
extension KotlinParser {
  private mutating func conditional(_ first: ExpressionID, _ values: [ExpressionID], at start: Int) -> ExpressionID {
    let values = values.filter(\.isPresent)
    guard first.isPresent || !values.isEmpty else { return builder.expression(.opaque, name: "block", at: start) }
    return builder.expression(.conditional, first: first, list: values.map { ListEntry(.none, $0) }, at: start)
  }

  mutating func readIf() -> ExpressionID {
    let start = offset
    var first = ExpressionID.none
    var values: [ExpressionID] = []
    while word == .if {
      index += 1
      let condition = kind == .leftParen ? readParenthesized() : .none
      if !first.isPresent { first = condition }
      if condition.isPresent { builder.condition(condition) }
      let forDebug = asksForDebugBuild(condition)
      let branch = index
      let place = offset
      builder.openBlock(.then, at: place)
      if kind != .semicolon, word != .else { values.append(readBranchBody()) }
      builder.closeBlock(at: previousEnd)
      if forDebug == true { builder.region(.debugOnly, place..<max(place, previousEnd)) }
      let isLast = !isAtElse
      if forDebug == false, isLast, leaves(branch), !isAtEnd {
        builder.region(.debugOnly, offset..<Int(table.tokens[limit - 1].end))
      }
      guard !isLast else { break }
      _ = take(.semicolon)
      index += 1
      if word == .if { continue }
      let other = offset
      builder.openBlock(.otherwise, at: other)
      if !isAtEnd, kind != .semicolon { values.append(readBranchBody()) }
      builder.closeBlock(at: previousEnd)
      if forDebug == false { builder.region(.debugOnly, other..<max(other, previousEnd)) }
      break
    }
    return conditional(first, values, at: start)
  }

  private var isAtElse: Bool { word == .else || (kind == .semicolon && word(index + 1) == .else) }

  /// Whether a branch is nothing but `return` or `throw`.
  private func leaves(_ branch: Int) -> Bool {
    guard branch < limit else { return false }
    let row = table.tokens[branch].kind == .leftBrace ? branch + 1 : branch
    return word(row) == .return || word(row) == .throw
  }

  mutating func readWhen() -> ExpressionID {
    let start = offset
    index += 1
    var subject = ExpressionID.none
    if kind == .leftParen {
      group(ignoringLines: true) { parser in
        while parser.kind == .at { _ = parser.readAnnotations() }
        if parser.word == .val {
          parser.readLocal(Modifiers())
        } else {
          subject = parser.readExpression()
        }
      }
    }
    if subject.isPresent { builder.condition(subject) }
    var values: [ExpressionID] = []
    if kind == .leftBrace {
      group(ignoringLines: false) { parser in
        while !parser.isAtEnd {
          let before = parser.index
          if parser.take(.semicolon) { continue }
          values.append(parser.readWhenBranch())
          if parser.index == before { parser.skipOne() }
        }
      }
    }
    return conditional(subject, values, at: start)
  }

  private mutating func readWhenBranch() -> ExpressionID {
    let start = offset
    var forDebug: Bool?
    if !take(.else) {
      repeat {
        guard kind != .arrow else { break }
        let condition = readWhenCondition()
        if condition.isPresent {
          builder.condition(condition)
          forDebug = asksForDebugBuild(condition)
        }
      } while take(.comma)
    }
    if take(.if) { builder.condition(readExpression()) }
    guard take(.arrow) else {
      skipExpression()
      return .none
    }
    builder.openBlock(.branch, at: start)
    let value = isAtEnd ? ExpressionID.none : readBranchBody()
    builder.closeBlock(at: previousEnd)
    if forDebug == true { builder.region(.debugOnly, start..<previousEnd) }
    return value
  }

  private mutating func readWhenCondition() -> ExpressionID {
    let place = offset
    let isNegative = kind == .not
    let sign = word(isNegative ? index + 1 : index)
    if sign == .is || sign == .in {
      index += isNegative ? 2 : 1
      if sign == .is { return builder.expression(.cast, name: takeType(), flags: .test, at: place) }
      return builder.expression(.unary, name: isNegative ? "!in" : "in", first: readExpression(), at: place)
    }
    return readExpression()
  }

  mutating func readTry() -> ExpressionID {
    let start = offset
    var values: [ExpressionID] = []
    index += 1
    builder.openBlock(.plain, at: start)
    if kind == .leftBrace { values.append(readBranchBody()) }
    builder.closeBlock(at: previousEnd)
    while word == .catch, kind(ahead: 1) == .leftParen {
      let place = offset
      index += 1
      let parameters = readParameters()
      builder.openBlock(.handler, at: place)
      for parameter in parameters {
        builder.bind(
          builder.declare(
            .local, name: parameter.name, type: parameter.type, flags: [.isConstant, .isCaught], at: parameter.start,
            end: parameter.end))
      }
      if kind == .leftBrace { values.append(readBranchBody()) }
      builder.closeBlock(at: previousEnd)
    }
    if word == .finally, kind(ahead: 1) == .leftBrace {
      builder.openBlock(.deferred, at: offset)
      index += 1
      _ = readBranchBody()
      builder.closeBlock(at: previousEnd)
    }
    return conditional(.none, values, at: start)
  }
}
