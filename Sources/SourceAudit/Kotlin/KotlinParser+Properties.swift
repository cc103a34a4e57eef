extension KotlinParser {
  mutating func readProperty(_ modifiers: Modifiers) {
    let start = offset
    var flags = modifiers.flags
    let keyword = word == .val ? "val" : "var"
    if word == .val { flags.insert(.isConstant) }
    index += 1
    takeTypeParameters()
    if kind == .leftParen, behindGroup(index).map({ token($0).kind == .assign }) == true {
      return readParts(start, flags, isLocal: false)
    }
    let (receiver, name) = takeReceiverAndName(endsAt: .colon)
    if !receiver.isEmpty { builder.open(.typeExtension, name: Declaration.simpleTypeName(receiver), at: start) }
    let type = take(.colon) ? takeType() : ""
    takeConstraints()
    let id = builder.open(.property, name: name, keyword: keyword, type: type, flags: flags, at: start)
    builder.setAttributes(modifiers.annotations, of: id)
    if take(.assign) {
      builder.setValue(readExpression(), of: id)
    } else if take(.by) {
      flags.insert(.isLazy)
      builder.setFlags(flags, of: id)
      builder.setValue(readExpression(), of: id)
    }
    while let row = accessorRow() {
      index = row
      let place = offset
      let keyword = self.name(index)
      index += 1
      if kind == .leftParen || kind == .assign || kind == .leftBrace { readAccessorBody(keyword: keyword, at: place) }
    }
    builder.close(end: previousEnd)
    if !receiver.isEmpty { builder.close(end: previousEnd) }
  }

  /// The row of `get` or `set` when an accessor of the property before begins here.
  private func accessorRow() -> Int? {
    var row = index
    while row < limit, table.tokens[row].kind == .semicolon { row += 1 }
    let start = row
    while row < limit {
      if table.tokens[row].kind == .at {
        row = behindAnnotation(row)
      } else if word(row).isModifier {
        row += 1
      } else {
        break
      }
    }
    guard word(row) == .get || word(row) == .set else { return nil }
    guard row + 1 < limit else { return row > start ? row : nil }
    let next = table.tokens[row + 1]
    if next.kind == .leftParen {
      guard let behind = behindGroup(row + 1), behind < limit else { return nil }
      return [.assign, .leftBrace, .colon].contains(table.tokens[behind].kind) ? row : nil
    }
    return row > start && (next.flags.contains(.startsLine) || next.kind == .semicolon) ? row : nil
  }

  mutating func readLocal(_ modifiers: Modifiers) {
    let start = offset
    let flags: DeclarationRecord.Flags = word == .val ? [.isConstant] : []
    index += 1
    takeTypeParameters()
    if kind == .leftParen { return readParts(start, flags, isLocal: true) }
    let name = takeName()
    let type = take(.colon) ? takeType() : ""
    var value = ExpressionID.none
    var extra: DeclarationRecord.Flags = []
    if take(.assign) {
      value = readExpression()
    } else if take(.by) {
      value = readExpression()
      extra = .isLazy
    }
    let id = builder.declare(
      .local, name: name, type: type, value: value, flags: flags.union(extra), at: start, end: previousEnd)
    builder.setAttributes(modifiers.annotations, of: id)
    builder.bind(id)
  }

  /// `(a, b: T) = value`
  private mutating func readParts(_ start: Int, _ flags: DeclarationRecord.Flags, isLocal: Bool) {
    let parts = takeParts()
    let value = take(.assign) ? readExpression() : .none
    for part in parts {
      let id = builder.declare(
        isLocal ? .local : .property, name: part.name, type: part.type, value: value, flags: flags.union(.isPart),
        at: part.start, end: part.end)
      if isLocal { builder.bind(id) }
    }
  }

  /// Names between parentheses, `_` left out.
  mutating func takeParts() -> [Parameter] {
    readParameters().filter { !$0.name.isEmpty && $0.name != "_" }
  }
}
