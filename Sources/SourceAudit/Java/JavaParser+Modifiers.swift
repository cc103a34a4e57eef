extension JavaParser {
  struct Modifiers {
    var words: Set<JavaWord> = []
    var annotations: [(name: String, call: ExpressionID, offset: Int)] = []

    var flags: DeclarationRecord.Flags {
      var flags: DeclarationRecord.Flags = []
      if words.contains(.private) { flags.insert(.isPrivate) }
      if words.contains(.public) { flags.insert(.isPublic) }
      if words.contains(.static) { flags.insert(.isStatic) }
      if words.contains(.final) { flags.insert(.isConstant) }
      if words.contains(.abstract) { flags.insert(.isAbstract) }
      if annotations.contains(where: { $0.name == "Override" }) { flags.insert(.isOverride) }
      return flags
    }
  }

  mutating func readModifiers() -> Modifiers {
    var modifiers = Modifiers()
    while !isAtEnd {
      if kind == .at, word(index + 1) != .interface {
        modifiers.annotations.append(readAnnotation())
      } else if word.isModifier, !(word == .synchronized && kind(ahead: 1) == .leftParen),
        !(word == .default && (kind(ahead: 1) == .colon || kind(ahead: 1) == .arrow))
      {
        modifiers.words.insert(word)
        index += 1
      } else if word == .sealed, index + 1 < limit, table.tokens[index + 1].kind == .word {
        index += 1
      } else if isAtName, kind(ahead: 1) == .minus, word(index + 2) == .sealed {
        index += 3
      } else {
        break
      }
    }
    return modifiers
  }

  private mutating func readAnnotation() -> (name: String, call: ExpressionID, offset: Int) {
    let start = offset
    index += 1
    let place = offset
    let name = dottedName().last ?? ""
    guard kind == .leftParen else { return (name, .none, start) }
    let callee = builder.expression(.name, name: name, at: place)
    return (name, builder.call(callee, readArguments(), at: place), start)
  }

  struct Parameter {
    var name = "", type = ""
    var annotations: [(name: String, call: ExpressionID, offset: Int)] = []
    var start = 0, end = 0
  }

  mutating func readParameters() -> [Parameter] {
    var found: [Parameter] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        let before = parser.index
        var parameter = Parameter()
        parameter.annotations = parser.readModifiers().annotations
        parameter.type = parser.takeType()
        parameter.start = parser.offset
        while parser.kind == .bitOr {
          // `catch (A | B e)`
          parser.index += 1
          parameter.type += "|" + parser.takeType()
          parameter.start = parser.offset
        }
        parameter.name = parser.word == .this ? "" : parser.takeName()
        if parser.word == .this { parser.index += 1 }
        parser.index = max(parser.index, parser.behindDimensions(parser.index))
        if parameter.name.isEmpty, !parameter.type.isEmpty, !parameter.type.contains(".") {
          // The parameter of a closure has no type.
          parameter.name = parameter.type
          parameter.type = ""
          parameter.start = Int(parser.token(before).start)
        }
        parameter.end = max(parameter.start, parser.previousEnd)
        if parser.index > before, !parameter.name.isEmpty { found.append(parameter) }
        if !parser.take(.comma), !parser.isAtEnd {
          if parser.isUnclosed, parser.kind == .semicolon || parser.kind == .leftBrace { return }
          parser.skipOne()
        }
      }
    }
    return found
  }

  mutating func declareParameters(_ parameters: [Parameter]) {
    for parameter in parameters {
      let id = builder.declare(
        .parameter, name: parameter.name, keyword: parameter.name, type: parameter.type, at: parameter.start,
        end: parameter.end)
      builder.setAttributes(parameter.annotations, of: id)
    }
  }
}
