extension KotlinParser {
  /// `class`, `interface`, `object` and `companion object` with everything inside.
  mutating func readType(_ modifiers: Modifiers) {
    let start = offset
    var keyword = name(index)
    var flags = modifiers.flags
    if word == .object { flags.insert(.isSingleton) }
    index += 1
    var name = takeName()
    if modifiers.words.contains(.companion) {
      keyword = "companion"
      if name.isEmpty { name = "Companion" }
    } else if modifiers.words.contains(.enum) {
      keyword = "enum"
    } else if modifiers.words.contains(.annotation) {
      keyword = "annotation"
    } else if keyword == "class", !modifiers.words.isDisjoint(with: [.data, .value]) {
      // What the compiler writes `toString` for.
      keyword = "data"
    }
    let id = builder.open(.type, name: name, keyword: keyword, flags: flags, at: start)
    builder.setAttributes(modifiers.annotations, of: id)
    takeTypeParameters()
    readPrimaryConstructor()
    if take(.colon) { readSupertypes(of: id) }
    takeConstraints()
    if kind == .leftBrace {
      builder.setHasBody(id)
      readMembers(isEnum: keyword == "enum")
    }
    builder.close(end: previousEnd)
    if modifiers.annotations.contains(where: { $0.name.hasSuffix("Preview") }) {
      builder.region(.preview, modifiers.start..<previousEnd)
    }
  }

  /// Parameters of the primary constructor are an initializer, and a property each: initial values of other properties
  /// and `init` blocks see them by name.
  private mutating func readPrimaryConstructor() {
    let before = index
    _ = readModifiers()
    let hasWord = take(.constructor)
    guard kind == .leftParen, hasWord || index == before else {
      index = before
      return
    }
    let start = offset
    let id = builder.open(.initializer, name: "init", keyword: "constructor", at: start)
    let parameters = readParameters()
    declareParameters(parameters)
    for parameter in parameters where !parameter.name.isEmpty {
      let this = builder.expression(.name, name: "this", at: parameter.start)
      let target = builder.expression(.member, name: parameter.name, first: this, at: parameter.start)
      let value = builder.expression(.name, name: parameter.name, at: parameter.start)
      builder.evaluate(
        builder.expression(
          .assignment, name: "=", first: target, list: [ListEntry(.none, value)], at: parameter.start))
    }
    builder.setHasBody(id)
    builder.close(end: previousEnd)
    for parameter in parameters where !parameter.name.isEmpty {
      var flags = parameter.flags
      if parameter.keyword != .var { flags.insert(.isConstant) }
      if parameter.keyword == .none { flags.insert(.isPrivate) }
      let id = builder.declare(
        .property, name: parameter.name, keyword: parameter.keyword == .var ? "var" : "val", type: parameter.type,
        flags: flags, at: parameter.start, end: parameter.end)
      builder.setAttributes(parameter.annotations, of: id)
    }
  }

  /// `A(x), B by y`: the names, and what is evaluated for them.
  mutating func readSupertypes(of id: DeclarationID) {
    var types: [String] = []
    let outer = allowsTrailingLambda
    allowsTrailingLambda = false
    repeat {
      while kind == .at { index = behindAnnotation(index) }
      let place = offset
      let type = takeSupertype()
      guard !type.isEmpty else { break }
      types.append(type)
      if kind == .leftParen {
        let callee = builder.expression(.name, name: Declaration.simpleTypeName(type), at: place)
        builder.evaluate(builder.call(callee, readArguments(), flags: .construction, at: place))
      }
      if take(.by) { builder.evaluate(readExpression()) }
    } while take(.comma)
    allowsTrailingLambda = outer
    builder.setSupertypes(types, of: id)
  }

  /// `Foo<T>` of `Foo<T>(x)`; a function type whole.
  private mutating func takeSupertype() -> String {
    if kind == .leftParen || word == .suspend { return takeType() }
    let start = index
    while isAtName {
      index += 1
      takeTypeParameters()
      guard kind == .dot, isName(index + 1) else { break }
      index += 1
    }
    return joined(start..<index)
  }

  mutating func readMembers(isEnum: Bool) {
    group(ignoringLines: false) { parser in
      let outer = parser.allowsTrailingLambda
      parser.allowsTrailingLambda = true
      if isEnum { parser.readEntries() }
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.semicolon) || parser.take(.comma) { continue }
        parser.readMember()
        if parser.index == before { parser.skipOne() }
      }
      parser.allowsTrailingLambda = outer
    }
  }

  private mutating func readMember() {
    let isInit = word == .`init` && kind(ahead: 1) == .leftBrace
    let isConstructor = word == .constructor && kind(ahead: 1) == .leftParen
    if isInit || isConstructor || isAtDeclaration() { return readDeclaration(.type) }
    // No member: what is readable is read, as if it stood in a body, and reported.
    let start = index
    let before = offset
    readStatement(.type)
    if index > start { cannotRead(before..<previousEnd) }
  }

  private mutating func readEntries() {
    while !isAtEnd, kind != .semicolon {
      let before = index
      let annotations = readAnnotations()
      guard isAtName, !isAtDeclaration() || kind(ahead: 1) == .comma else { break }
      let start = offset
      let id = builder.open(.enumCase, name: takeName(), at: start)
      builder.setAttributes(annotations, of: id)
      if kind == .leftParen {
        let arguments = readArguments()
        if arguments.count == 1 {
          builder.setValue(arguments[0].value, of: id)
        } else if !arguments.isEmpty {
          let list = arguments.map { ListEntry(builder.intern($0.label), $0.value) }
          builder.setValue(builder.expression(.tuple, list: list, at: start), of: id)
        }
      }
      if kind == .leftBrace { readMembers(isEnum: false) }
      builder.close(end: previousEnd)
      if !take(.comma), kind != .semicolon { break }
      if index == before { skipOne() }
    }
  }
}
