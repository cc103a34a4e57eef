extension JavaParser {
  /// An operand, and whether a parenthesis behind it makes a call.
  mutating func readPrimary() -> (value: ExpressionID, isCallable: Bool) {
    let start = offset
    switch kind {
    case .number:
      index += 1
      return (builder.expression(.number, name: Self.digits(text(token(index - 1))), at: start), false)
    case .character:
      index += 1
      let range = table.tokens[index - 1].range
      let inner = range.count >= 2 ? range.dropFirst().dropLast() : range.prefix(0)
      return (
        builder.expression(.string, list: [builder.piece(TextEscapes.resolved(table.bytes[inner]))], at: start), false
      )
    case .text:
      index += 1
      let value = JavaText.value(table.bytes[table.tokens[index - 1].range])
      return (builder.expression(.string, list: [builder.piece(value)], at: start), false)
    case .leftParen: return (readParenthesized(), false)
    case .leftBrace: return (readElements(), false)
    case .word: return readWord(at: start)
    case .at:
      index = behindAnnotation(index)
      return (.none, false)
    case .end, .comma, .semicolon, .rightParen, .rightBracket, .rightBrace, .arrow, .assign, .colon, .question:
      return (.none, false)
    default:
      skipOne()
      return (.none, false)
    }
  }

  /// Digits as written, without `_` and the letters that tell the type.
  private static func digits(_ text: String) -> String {
    // Most are digits alone.
    if text.utf8.allSatisfy(\.isDigit) { return text }
    var digits = text.filter { $0 != "_" }
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    while let last = digits.last, digits.count > 1, (isHex ? "lL" : "lLfFdD").contains(last) { digits.removeLast() }
    return digits
  }

  private mutating func readWord(at start: Int) -> (value: ExpressionID, isCallable: Bool) {
    switch word {
    case .new: return (readNew(), false)
    case .switch: return (readSwitch(), false)
    case .true, .false:
      index += 1
      return (builder.expression(.boolean, name: name(index - 1), at: start), false)
    case .null:
      index += 1
      return (builder.expression(.null, at: start), false)
    case .this, .super:
      index += 1
      return (builder.expression(.name, name: name(index - 1), at: start), true)
    case let word where word.isPrimitive || !word.isHard:
      index += 1
      let value = builder.expression(.name, name: name(index - 1), at: start)
      // `String[].class`, `List<String>::new`
      let end = kind == .less ? behindTypeArguments(index).map { behindDimensions($0) } : behindDimensions(index)
      if let end, end > index, token(end).kind == .doubleColon || token(end).kind == .dot { index = end }
      return (value, true)
    default:
      skipOne()
      return (.none, false)
    }
  }

  /// `{ a, b }`
  mutating func readElements() -> ExpressionID {
    let start = offset
    let list = readArguments().map { ListEntry(.none, $0.value) }
    return builder.expression(.array, list: list, at: start)
  }

  private mutating func readNew() -> ExpressionID {
    let start = offset
    index += 1
    while kind == .at { index = behindAnnotation(index) }
    let place = offset
    let first = index
    while kind == .word {
      index += 1
      takeTypeParameters()
      guard kind == .dot else { break }
      index += 1
    }
    let type = joined(first..<index)
    let name = Declaration.simpleTypeName(type)
    if kind == .leftBracket { return readNewArray(name, at: start) }
    let callee = builder.expression(.name, name: name, at: place)
    let arguments = kind == .leftParen ? readArguments() : []
    guard kind == .leftBrace else { return builder.call(callee, arguments, flags: .construction, at: start) }
    let id = builder.open(.type, keyword: "object", at: start)
    builder.evaluate(builder.call(callee, arguments, flags: .construction, at: start))
    builder.setSupertypes([type], of: id)
    builder.setHasBody(id)
    readMembers(of: "", keyword: "class")
    builder.close(end: previousEnd)
    return builder.expression(.object, of: id, at: start)
  }

  /// `new byte[16]` is a call of `byte[]`, `new byte[] {1, 2}` an array.
  private mutating func readNewArray(_ type: String, at start: Int) -> ExpressionID {
    var sizes: [(label: String, value: ExpressionID)] = []
    while kind == .leftBracket { sizes += readArguments() }
    if kind == .leftBrace { return readElements() }
    let callee = builder.expression(.name, name: type + "[]", at: start)
    return builder.call(callee, sizes, flags: .construction, at: start)
  }

  mutating func readArguments() -> [(label: String, value: ExpressionID)] {
    var found: [(label: String, value: ExpressionID)] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.comma) { continue }
        var label = ""
        // Only annotations name their arguments; elsewhere this is an assignment that nobody writes.
        if parser.isAtName, parser.kind(ahead: 1) == .assign, parser.kind(ahead: 2) != .end {
          label = parser.takeName()
          parser.index += 1
        }
        let value = parser.readValue()
        if value.isPresent { found.append((label, value)) }
        if parser.index == before {
          if parser.isUnclosed { return }
          parser.skipOne()
        }
        if !parser.isAtEnd, parser.kind != .comma {
          if parser.isUnclosed { return }
          parser.cannotRead(parser.token(parser.index).range)
        }
      }
    }
    return found
  }

  /// Members, calls and indexes behind an operand: a loop, however long the chain.
  mutating func readPostfix(of primary: ExpressionID, at start: Int, isCallable: Bool) -> ExpressionID {
    var value = primary
    var isCallable = isCallable
    while value.isPresent {
      switch kind {
      case .dot:
        index += 1
        takeTypeParameters()
        guard kind == .word else {
          cannotRead(previousEnd - 1..<previousEnd)
          return value
        }
        if word == .new {
          value = readNew()
          isCallable = false
          continue
        }
        index += 1
        let place = Int(table.tokens[index - 1].start)
        if word(index - 1) == .class {
          value = builder.expression(.reference, name: "class", first: value, at: place)
        } else if word(index - 1) == .this {
          value = builder.expression(.name, name: "this", at: place)
        } else {
          value = builder.expression(.member, name: name(index - 1), first: value, at: place)
        }
        isCallable = true
      case .leftParen where isCallable:
        value = builder.call(value, builder.writtenOut(readArguments(), of: value), at: start)
        isCallable = false
      case .leftBracket:
        value = builder.expression(
          .index, first: value, list: readArguments().map { ListEntry(.none, $0.value) }, at: start)
        isCallable = false
      case .increment, .decrement:
        value = builder.expression(.unary, name: text(token(index)), first: value, at: offset)
        index += 1
      case .doubleColon:
        index += 1
        takeTypeParameters()
        guard kind == .word else { return value }
        index += 1
        value = builder.expression(
          .reference, name: name(index - 1), first: value, at: Int(table.tokens[index - 1].start))
      default: return value
      }
    }
    return value
  }
}
