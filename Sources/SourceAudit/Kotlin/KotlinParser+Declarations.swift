extension KotlinParser {
  /// Where a declaration or statement stands.
  enum Level { case file, type, body }

  /// Reads the declaration that begins here. To be called where ``isAtDeclaration()`` holds, or in a type.
  mutating func readDeclaration(_ level: Level) {
    if word == .context, kind(ahead: 1) == .leftParen {
      index += 1
      index = behindGroup(index) ?? index + 1
    }
    let modifiers = readModifiers()
    switch word {
    case .class, .interface: readType(modifiers)
    case .object: readType(modifiers)
    case .fun:
      if word(index + 1) == .interface { index += 1 }
      if word == .interface { readType(modifiers) } else { readFunction(modifiers) }
    case .val, .var: if level == .body { readLocal(modifiers) } else { readProperty(modifiers) }
    case .typealias: readAlias()
    case .constructor: readConstructor(modifiers)
    case .`init` where kind(ahead: 1) == .leftBrace:
      let start = offset
      index += 1
      readAccessorBody(keyword: "init", at: start)
    default: skipOne()
    }
  }

  private mutating func readAlias() {
    let start = offset
    index += 1
    let name = takeName()
    takeTypeParameters()
    let target = take(.assign) ? takeType() : ""
    builder.declare(.typeAlias, name: name, type: target, at: start, end: previousEnd)
  }

  /// A secondary constructor.
  private mutating func readConstructor(_ modifiers: Modifiers) {
    let id = builder.open(.initializer, name: "init", keyword: "constructor", flags: modifiers.flags, at: offset)
    builder.setAttributes(modifiers.annotations, of: id)
    index += 1
    if kind == .leftParen { declareParameters(readParameters()) }
    if take(.colon), word == .this || word == .super {
      let place = offset
      let callee = builder.expression(.name, name: name(index), at: place)
      index += 1
      if kind == .leftParen { builder.evaluate(builder.call(callee, readArguments(), at: place)) }
    }
    if kind == .leftBrace { readBody(of: id) }
    builder.close(end: previousEnd)
  }

  /// `init { … }`, `get() = …`, `set(value) { … }` from behind their word on.
  mutating func readAccessorBody(keyword: String, at start: Int) {
    let id = builder.open(.accessor, name: keyword, keyword: keyword, at: start)
    if kind == .leftParen { declareParameters(readParameters()) }
    if take(.colon) { builder.setType(takeType(), of: id) }
    if kind == .leftBrace {
      readBody(of: id)
    } else if take(.assign) {
      builder.yield(readExpression())
    }
    builder.close(end: previousEnd)
  }

  // MARK: functions

  private mutating func readFunction(_ modifiers: Modifiers) {
    let start = offset
    index += 1
    takeTypeParameters()
    let (receiver, name) = takeReceiverAndName(endsAt: .leftParen)
    if !receiver.isEmpty { builder.open(.typeExtension, name: Declaration.simpleTypeName(receiver), at: start) }
    let id = builder.open(.function, name: name, keyword: "fun", flags: modifiers.flags, at: start)
    builder.setAttributes(modifiers.annotations, of: id)
    if kind == .leftParen { declareParameters(readParameters()) }
    if take(.colon) { builder.setType(takeType(), of: id) }
    takeConstraints()
    if kind == .leftBrace {
      readBody(of: id)
    } else if take(.assign) {
      builder.setHasBody(id)
      builder.yield(readExpression())
    }
    builder.close(end: previousEnd)
    if !receiver.isEmpty { builder.close(end: previousEnd) }
    if modifiers.annotations.contains(where: { $0.name.hasSuffix("Preview") }) {
      builder.region(.preview, modifiers.start..<previousEnd)
    }
  }

  /// `A.B<C>?.name` up to where the parameters or the type begin: the type before the last dot, and the name.
  mutating func takeReceiverAndName(endsAt end: Kind) -> (receiver: String, name: String) {
    let start = index
    var row = index
    var dot: Int?
    if row < limit, table.tokens[row].kind == .leftParen, let next = behindGroup(row) { row = next }
    loop: while row < limit {
      switch table.tokens[row].kind {
      case .dot, .safeDot:
        dot = row
        row += 1
      case .question: row += 1
      case .at: row = behindAnnotation(row)
      case .less:
        guard let next = behindTypeArguments(row) else { break loop }
        row = next
      default:
        let followsName = row > start && isName(row - 1)
        guard isName(row), !followsName else { break loop }
        row += 1
      }
    }
    guard row > start else { return ("", "") }
    index = row
    let name = isName(row - 1) ? name(row - 1) : ""
    return (dot.map { joined(start..<$0) } ?? "", name)
  }

  struct Parameter {
    var name = "", type = "", keyword = KotlinWord.none
    var value = ExpressionID.none
    var flags: DeclarationRecord.Flags = []
    var annotations: [(name: String, call: ExpressionID, offset: Int)] = []
    var start = 0, end = 0
  }

  mutating func readParameters() -> [Parameter] {
    var found: [Parameter] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        if parser.isUnclosed, parser.isAtNewDeclaration { return }
        var parameter = Parameter()
        let modifiers = parser.readModifiers()
        if parser.word == .val || parser.word == .var {
          parameter.keyword = parser.word
          parser.index += 1
        }
        parameter.start = parser.offset
        parameter.flags = modifiers.flags
        parameter.annotations = modifiers.annotations
        parameter.name = parser.takeName()
        if parser.take(.colon) { parameter.type = parser.takeType() }
        if modifiers.words.contains(.vararg) { parameter.type += "..." }
        if parser.take(.assign) { parameter.value = parser.readExpression() }
        parameter.end = max(parameter.start, parser.previousEnd)
        if !parameter.name.isEmpty || !parameter.type.isEmpty { found.append(parameter) }
        if !parser.take(.comma), !parser.isAtEnd { parser.skipOne() }
      }
    }
    return found
  }

  mutating func declareParameters(_ parameters: [Parameter]) {
    for parameter in parameters {
      let id = builder.declare(
        .parameter, name: parameter.name, keyword: parameter.name, type: parameter.type, value: parameter.value,
        at: parameter.start, end: parameter.end)
      builder.setAttributes(parameter.annotations, of: id)
    }
  }
}
