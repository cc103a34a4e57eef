extension JavaParser {
  mutating func readIf() {
    while true {
      index += 1
      let condition = readParenthesized()
      builder.condition(condition)
      let forDebug = asksForDebugBuild(condition)
      let branch = index
      let place = offset
      readBlock(.then)
      if forDebug == true { builder.region(.debugOnly, place..<max(place, previousEnd)) }
      guard take(.else) else {
        if forDebug == false, leaves(branch), !isAtEnd {
          builder.region(.debugOnly, offset..<Int(table.tokens[limit - 1].end))
        }
        return
      }
      if word == .if { continue }
      let other = offset
      readBlock(.otherwise)
      if forDebug == false { builder.region(.debugOnly, other..<max(other, previousEnd)) }
      return
    }
  }

  /// Whether a branch is nothing but `return` or `throw`.
  private func leaves(_ branch: Int) -> Bool {
    guard branch < limit else { return false }
    let row = table.tokens[branch].kind == .leftBrace ? branch + 1 : branch
    return word(row) == .return || word(row) == .throw
  }

  mutating func readTry() {
    index += 1
    builder.openBlock(.plain, at: offset)
    if kind == .leftParen {
      group(ignoringLines: true) { parser in
        while !parser.isAtEnd {
          let before = parser.index
          let modifiers = parser.readModifiers()
          if parser.isAtLocal {
            parser.readLocals(modifiers)
          } else {
            let value = parser.readExpression()
            if value.isPresent { parser.builder.evaluate(value) }
          }
          if !parser.take(.semicolon), parser.index == before { parser.skipOne() }
        }
      }
    }
    if kind == .leftBrace { group(ignoringLines: true) { $0.readStatements() } }
    builder.closeBlock(at: previousEnd)
    while word == .catch {
      index += 1
      let parameters = kind == .leftParen ? readParameters() : []
      builder.openBlock(.handler, at: offset)
      for parameter in parameters {
        builder.bind(
          builder.declare(
            .local, name: parameter.name, type: parameter.type, flags: [.isCaught], at: parameter.start,
            end: parameter.end))
      }
      if kind == .leftBrace { group(ignoringLines: true) { $0.readStatements() } }
      builder.closeBlock(at: previousEnd)
    }
    if take(.finally) { readBlock(.deferred) }
  }

  mutating func readSwitchStatement() {
    let start = index
    let value = readSwitch()
    // What follows makes it an operand.
    if kind == .dot { builder.evaluate(readPostfix(of: value, at: Int(table.tokens[start].start), isCallable: false)) }
    _ = take(.semicolon)
  }

  /// `switch` in both forms; a conditional of what its branches yield.
  mutating func readSwitch() -> ExpressionID {
    let start = offset
    index += 1
    let subject = readParenthesized()
    if subject.isPresent { builder.condition(subject) }
    let outer = yielded
    yielded = []
    if kind == .leftBrace {
      group(ignoringLines: true) { parser in
        while !parser.isAtEnd {
          let before = parser.index
          parser.readBranch()
          if parser.index == before { parser.skipOne() }
        }
      }
    }
    let values = yielded
    yielded = outer
    return builder.expression(
      .conditional, first: subject, list: values.map { ListEntry(.none, $0) }, at: start)
  }

  private mutating func readBranch() {
    let place = offset
    if take(.case) {
      repeat {
        if take(.default) { continue }
        if let end = behindType(index), isName(end), [.arrow, .colon, .word].contains(token(end + 1).kind) {
          // A pattern: the subject under a new name.
          let type = takeType()
          let start = offset
          builder.bind(
            builder.declare(.local, name: takeName(), type: type, flags: .isUnwrapped, at: start, end: previousEnd))
        } else {
          let label = readTernary()
          if label.isPresent { builder.condition(label) }
        }
      } while take(.comma)
      if take(.when) { builder.condition(readTernary()) }
    } else if !take(.default) {
      return readStatement()
    }
    builder.openBlock(.branch, at: place)
    if take(.arrow) {
      if kind == .leftBrace || word == .throw {
        readStatement()
      } else {
        let value = readExpression()
        if value.isPresent {
          builder.evaluate(value)
          yielded.append(value)
        }
        _ = take(.semicolon)
      }
    } else if take(.colon) {
      while !isAtEnd, word != .case, !(word == .default && [.colon, .arrow].contains(kind(ahead: 1))) {
        let before = index
        if take(.semicolon) { continue }
        readStatement()
        if index == before { skipOne() }
      }
    }
    builder.closeBlock(at: previousEnd)
  }
}
