extension JavaParser {
  /// Whether a type is declared here.
  var isAtType: Bool {
    switch word {
    case .class, .interface, .enum: return isName(index + 1)
    case .record: return isName(index + 1) && (kind(ahead: 2) == .leftParen || kind(ahead: 2) == .less)
    default: return kind == .at && word(index + 1) == .interface
    }
  }

  mutating func readType(_ modifiers: Modifiers) {
    let start = offset
    let isAnnotation = take(.at)
    let keyword = isAnnotation ? "annotation" : name(index)
    index += 1
    let name = takeName()
    let id = builder.open(.type, name: name, keyword: keyword, flags: modifiers.flags, at: start)
    builder.setAttributes(modifiers.annotations, of: id)
    takeTypeParameters()
    if keyword == "record", kind == .leftParen { readComponents() }
    var types: [String] = []
    while true {
      if take(.extends) || take(.implements) {
        types += takeTypes()
      } else if word == .permits {
        index += 1
        _ = takeTypes()
      } else {
        break
      }
    }
    builder.setSupertypes(types, of: id)
    if kind == .leftBrace {
      builder.setHasBody(id)
      readMembers(of: name, keyword: keyword)
    }
    builder.close(end: previousEnd)
  }

  /// The head of a record: an initializer, and a field for each component.
  private mutating func readComponents() {
    let start = offset
    let id = builder.open(.initializer, name: "init", keyword: "constructor", at: start)
    let parameters = readParameters()
    declareParameters(parameters)
    for parameter in parameters {
      let this = builder.expression(.name, name: "this", at: parameter.start)
      let target = builder.expression(.member, name: parameter.name, first: this, at: parameter.start)
      let value = builder.expression(.name, name: parameter.name, at: parameter.start)
      builder.evaluate(
        builder.expression(
          .assignment, name: "=", first: target, list: [ListEntry(.none, value)], at: parameter.start))
    }
    builder.setHasBody(id)
    builder.close(end: previousEnd)
    for parameter in parameters {
      builder.declare(
        .property, name: parameter.name, type: parameter.type, flags: [.isConstant, .isPrivate], at: parameter.start,
        end: parameter.end)
    }
  }

  mutating func readMembers(of type: String, keyword: String) {
    group(ignoringLines: true) { parser in
      if keyword == "enum" { parser.readConstants() }
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.semicolon) { continue }
        parser.readMember(of: type, isInterface: keyword == "interface")
        if parser.index == before { parser.skipOne() }
      }
    }
  }

  private mutating func readConstants() {
    while !isAtEnd, kind != .semicolon {
      let annotations = readModifiers().annotations
      guard isAtName else { break }
      let start = offset
      let id = builder.open(.enumCase, name: takeName(), at: start)
      builder.setAttributes(annotations, of: id)
      if kind == .leftParen {
        let arguments = readArguments()
        if arguments.count == 1 {
          builder.setValue(arguments[0].value, of: id)
        } else if !arguments.isEmpty {
          let list = arguments.map { ListEntry(.none, $0.value) }
          builder.setValue(builder.expression(.tuple, list: list, at: start), of: id)
        }
      }
      if kind == .leftBrace { readMembers(of: "", keyword: "class") }
      builder.close(end: previousEnd)
      if !take(.comma) { break }
    }
  }

  /// One member of a type, or a type of the file.
  mutating func readMember(of type: String, isInterface: Bool = false) {
    var modifiers = readModifiers()
    if isAtType { return readType(modifiers) }
    if kind == .leftBrace {
      let keyword = modifiers.words.contains(.static) ? "static" : "init"
      let id = builder.open(.accessor, name: keyword, keyword: keyword, at: offset)
      readBody(of: id)
      return builder.close(end: previousEnd)
    }
    takeTypeParameters()
    if isAtName, kind(ahead: 1) == .leftParen || (kind(ahead: 1) == .leftBrace && name(index) == type) {
      return readFunction(.initializer, modifiers, type: "")
    }
    guard let end = behindType(index), isName(end) else {
      // No member: up to its end nothing is known, but statements are read where they are.
      return skip(to: rowBehindDeclaration())
    }
    let written = takeType()
    if kind(ahead: 1) == .leftParen { return readFunction(.function, modifiers, type: written) }
    if isInterface { modifiers.words.formUnion([.static, .final, .public]) }
    readFields(modifiers, type: written)
  }

  private func rowBehindDeclaration() -> Int {
    var row = index
    while row < limit {
      if table.tokens[row].kind == .semicolon { return row + 1 }
      if table.tokens[row].kind == .leftBrace { return behindGroup(row) ?? row + 1 }
      row = behindGroup(row) ?? row + 1
    }
    return limit
  }

  private mutating func readFunction(_ kind: DeclarationRecord.Kind, _ modifiers: Modifiers, type: String) {
    let isInitializer = kind == .initializer
    let id = builder.open(
      kind, name: isInitializer ? "init" : name(index), keyword: isInitializer ? "constructor" : "", type: type,
      flags: modifiers.flags, at: offset)
    builder.setAttributes(modifiers.annotations, of: id)
    index += 1
    if self.kind == .leftParen { declareParameters(readParameters()) }
    index = behindDimensions(index)
    if take(.throws) { builder.setSupertypes(takeTypes(), of: id) }
    if take(.default) { builder.setValue(readExpression(), of: id) }
    if self.kind == .leftBrace { readBody(of: id) } else { _ = take(.semicolon) }
    builder.close(end: previousEnd)
  }

  private mutating func readFields(_ modifiers: Modifiers, type: String) {
    repeat {
      let start = offset
      let name = takeName()
      guard !name.isEmpty else { break }
      let end = behindDimensions(index)
      let dimensions = joined(index..<end)
      index = end
      let id = builder.open(.property, name: name, type: type + dimensions, flags: modifiers.flags, at: start)
      builder.setAttributes(modifiers.annotations, of: id)
      if take(.assign) { builder.setValue(readValue(), of: id) }
      builder.close(end: previousEnd)
    } while take(.comma)
    if !take(.semicolon), !isAtEnd { cannotRead(offset..<offset + 1) }
  }

  /// An expression, or the elements of an array between braces.
  mutating func readValue() -> ExpressionID { kind == .leftBrace ? readElements() : readExpression() }
}
