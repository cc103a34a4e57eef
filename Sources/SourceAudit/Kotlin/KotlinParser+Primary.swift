extension KotlinParser {
  mutating func readPrimary() -> ExpressionID {
    let start = offset
    switch kind {
    case .word:
      if !word.isHard { return readName(at: start) }
      return readKeyword(at: start)
    case .quotedName: return readName(at: start)
    case .number:
      index += 1
      return builder.expression(.number, name: Self.digits(text(token(index - 1))), at: start)
    case .character:
      index += 1
      let range = table.tokens[index - 1].range
      let inner = range.count >= 2 ? range.dropFirst().dropLast() : range.prefix(0)
      return builder.expression(
        .string, list: [builder.piece(TextEscapes.resolved(table.bytes[inner]))], at: start)
    case .textOpen: return readText()
    case .leftParen: return readParenthesized()
    case .leftBrace: return readLambda()
    case .leftBracket:
      let list = readArguments().map { ListEntry(.none, $0.value) }
      return builder.expression(.array, list: list, at: start)
    case .doubleColon: return readReference(.none)
    case .end, .comma, .semicolon, .rightParen, .rightBracket, .rightBrace, .arrow, .assign, .colon: return .none
    default:
      skipOne()
      return .none
    }
  }

  /// Digits as written, without `_` and the letters that tell the type.
  static func digits(_ text: String) -> String {
    // Most are digits alone.
    if text.utf8.allSatisfy(\.isDigit) { return text }
    var text = text.filter { $0 != "_" }
    let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
    let marks = isHex ? "uUlL" : "uUlLfF"
    while let last = text.last, text.count > 1, marks.contains(last) { text.removeLast() }
    return text
  }

  private mutating func readName(at start: Int) -> ExpressionID {
    index += 1
    return builder.expression(.name, name: name(index - 1), at: start)
  }

  private mutating func readKeyword(at start: Int) -> ExpressionID {
    switch word {
    case .if: return readIf()
    case .when: return readWhen()
    case .try: return readTry()
    case .object: return readObject()
    case .fun: return readAnonymousFunction()
    case .this, .super:
      let name = name(index)
      index += 1
      takeTypeParameters()
      takeJumpLabel()
      return builder.expression(.name, name: name, at: start)
    case .null:
      index += 1
      return builder.expression(.null, at: start)
    case .true, .false:
      index += 1
      return builder.expression(.boolean, name: name(index - 1), at: start)
    case .return: return readJump(at: start)
    case .throw: return readJump(at: start)
    case .break, .continue:
      let name = name(index)
      index += 1
      takeJumpLabel()
      return builder.expression(.opaque, name: name, at: start)
    case .else: return .none
    default:
      skipOne()
      return .none
    }
  }

  /// `@name` behind `return`, `this` and the like.
  private mutating func takeJumpLabel() {
    guard kind == .at, !followsBlank, isName(index + 1) else { return }
    index += 2
  }

  private mutating func readJump(at start: Int) -> ExpressionID {
    let isReturn = word == .return
    index += 1
    takeJumpLabel()
    var value = ExpressionID.none
    if !isAtEnd, !startsLine, word != .else { value = readExpression() }
    if isReturn { builder.yield(value) } else { builder.raise(value) }
    let list = value.isPresent ? [ListEntry(.none, value)] : []
    return builder.expression(.opaque, name: isReturn ? "return" : "throw", list: list, at: start)
  }

  /// `object : A(), B { … }`
  private mutating func readObject() -> ExpressionID {
    let start = offset
    index += 1
    let id = builder.open(.type, keyword: "object", at: start)
    if take(.colon) { readSupertypes(of: id) }
    if kind == .leftBrace {
      builder.setHasBody(id)
      readMembers(isEnum: false)
    }
    builder.close(end: previousEnd)
    return builder.expression(.object, of: id, at: start)
  }

  /// `fun(x: Int): Int { … }`
  private mutating func readAnonymousFunction() -> ExpressionID {
    let start = offset
    index += 1
    let id = builder.open(.closure, keyword: "fun", at: start)
    builder.setHasBody(id)
    if kind != .leftParen { _ = takeReceiverAndName(endsAt: .leftParen) }
    if kind == .leftParen { declareParameters(readParameters()) }
    if take(.colon) { builder.setType(takeType(), of: id) }
    if kind == .leftBrace {
      readBody(of: id)
    } else if take(.assign) {
      builder.yield(readExpression())
    }
    builder.close(end: previousEnd)
    return builder.expression(.closure, of: id, at: start)
  }

  private mutating func readText() -> ExpressionID {
    let start = offset
    var list: [ListEntry] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        let token = parser.token(parser.index)
        switch token.kind {
        case .textPiece:
          let bytes = parser.table.bytes[token.range]
          let text = token.flags.contains(.isRaw) ? String(decoding: bytes, as: UTF8.self) : TextEscapes.resolved(bytes)
          list.append(parser.builder.piece(text))
          parser.index += 1
        case .textName:
          let name = parser.name(parser.index)
          list.append(ListEntry(.none, parser.builder.expression(.name, name: name, at: Int(token.start))))
          parser.index += 1
        case .insertOpen:
          let value = parser.readParenthesized()
          if value.isPresent { list.append(ListEntry(.none, value)) }
        default: parser.skipOne()
        }
      }
    }
    return builder.expression(.string, list: list, at: start)
  }
}
