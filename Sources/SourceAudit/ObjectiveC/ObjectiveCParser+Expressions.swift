extension ObjectiveCParser {
  mutating func readExpression() -> ExpressionID {
    guard depth < Self.deepest else {
      let place = offset
      skipExpression()
      return builder.expression(.opaque, name: "deep", at: place)
    }
    depth += 1
    defer { depth -= 1 }
    let start = offset
    let target = readTernary()
    switch kind {
    case .assign, .plusAssign, .minusAssign, .timesAssign, .divideAssign, .moduloAssign, .otherAssign:
      guard target.isPresent else { return target }
      let sign = text(token(index))
      index += 1
      return builder.expression(
        .assignment, name: sign, first: target, list: [ListEntry(.none, readValue())], at: start)
    default: return target
    }
  }

  /// `a ? b : c`, and `a ?: b`
  mutating func readTernary() -> ExpressionID {
    let start = offset
    let first = readBinary(0)
    guard first.isPresent, take(.question) else { return first }
    var values: [ExpressionID] = []
    if kind != .colon { values.append(readExpression()) }
    if take(.colon) { values.append(readExpression()) }
    return builder.expression(
      .conditional, first: first, list: values.filter(\.isPresent).map { ListEntry(.none, $0) }, at: start)
  }

  /// Source: ISO C11, sections 6.5.5 to 6.5.14.
  private var strength: Int? {
    switch kind {
    case .or: 0
    case .and: 1
    case .bitOr: 2
    case .bitXor: 3
    case .bitAnd: 4
    case .equal, .notEqual: 5
    case .less, .lessEqual, .greater, .greaterEqual: 6
    case .shiftLeft: 7
    case .plus, .minus: 8
    case .star, .slash, .percent: 9
    default: nil
    }
  }

  private mutating func readBinary(_ weakest: Int) -> ExpressionID {
    let start = offset
    var left = readUnary()
    while left.isPresent, let strength, strength >= weakest {
      let sign = text(token(index))
      index += 1
      // `>>`: the lexer keeps each apart.
      if sign == ">", kind == .greater { index += 1 }
      let right = readBinary(strength + 1)
      left = builder.expression(.binary, name: sign, first: left, list: [ListEntry(.none, right)], at: start)
    }
    return left
  }

  private mutating func readUnary() -> ExpressionID {
    var prefixes: [(name: String, type: String?, place: Int)] = []
    prefix: while true {
      switch kind {
      case .not, .minus, .plus, .increment, .decrement, .bitNot, .bitAnd, .star:
        prefixes.append((text(token(index)), nil, offset))
        index += 1
      case .leftParen where isAtCast:
        let end = behindGroup(index) ?? index + 1
        prefixes.append(("", typeText(index + 1..<end - 1), offset))
        index = end
      default: break prefix
      }
    }
    let start = offset
    var value = readPostfix(of: readPrimary(), at: start)
    guard value.isPresent else { return value }
    for prefix in prefixes.reversed() {
      if let type = prefix.type {
        // A bridge changes who counts references, not the value.
        if type.hasPrefix("__bridge") || type == "id" || type == "void" { continue }
        value = builder.expression(.cast, name: type, first: value, at: prefix.place)
      } else if prefix.name != "&", prefix.name != "*" {
        value = builder.expression(.unary, name: prefix.name, first: value, at: prefix.place)
      }
    }
    return value
  }

  /// Parentheses around the words of a type, with an operand behind them.
  private var isAtCast: Bool {
    guard kind == .leftParen, let end = behindGroup(index), end < limit, end - index > 2 else { return false }
    for row in index + 1..<end - 1 {
      switch table.tokens[row].kind {
      case .word, .star, .less, .greater, .comma, .bitXor, .leftBracket, .rightBracket, .number: continue
      default: return false
      }
    }
    guard kind(ahead: 1) == .word else { return false }
    let last = table.tokens[end - 2].kind
    switch table.tokens[end].kind {
    case .word, .text, .number, .at, .leftBracket, .character, .not, .bitNot: return true
    case .leftParen, .bitXor, .leftBrace, .bitAnd:
      return last == .star || isMark(word(index + 1)) || isTypeName(word(index + 1))
    case .minus: return isTypeName(word(index + 1)) && end - index == 3
    default: return false
    }
  }

  private func isTypeName(_ word: String) -> Bool {
    word.hasPrefix("__bridge") || word.hasPrefix("NS") || word.hasPrefix("CF") || word.hasPrefix("Sec")
      || word.hasSuffix("_t") || ["id", "int", "float", "double", "char", "void", "BOOL", "size_t"].contains(word)
  }

  private mutating func readPrimary() -> ExpressionID {
    let start = offset
    switch kind {
    case .number:
      index += 1
      var digits = text(token(index - 1))
      let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
      while let last = digits.last, digits.count > 1, (isHex ? "uUlL" : "uUlLfF").contains(last) { digits.removeLast() }
      return builder.expression(.number, name: digits, at: start)
    case .text: return readText()
    case .character:
      index += 1
      let range = table.tokens[index - 1].range
      let inner = range.count >= 2 ? range.dropFirst().dropLast() : range.prefix(0)
      return builder.expression(.string, list: [builder.piece(TextEscapes.resolved(table.bytes[inner]))], at: start)
    case .leftBracket: return readMessage()
    case .leftParen: return readGroup()
    case .leftBrace: return readValue()
    case .bitXor: return readClosure()
    case .at: return readBoxed()
    case .word:
      index += 1
      let name = word(index - 1)
      switch name {
      case "nil", "NULL", "Nil", "nullptr": return builder.expression(.null, at: start)
      case "YES", "true", "TRUE": return builder.expression(.boolean, name: "true", at: start)
      case "NO", "false", "FALSE": return builder.expression(.boolean, name: "false", at: start)
      default:
        if let constant = ObjectiveCNames.constant(name) {
          return builder.expression(.member, name: constant, at: start)
        }
        return builder.expression(.name, name: ObjectiveCNames.type(name), at: start)
      }
    default: return .none
    }
  }

  /// `( … )`, also a statement expression `({ … })`.
  private mutating func readGroup() -> ExpressionID {
    guard kind(ahead: 1) == .leftBrace else { return readParenthesized() }
    let start = offset
    group(ignoringLines: true) { $0.readBlock(.plain) }
    return builder.expression(.opaque, name: "statements", at: start)
  }

  /// Texts that follow each other are one.
  private mutating func readText() -> ExpressionID {
    let start = offset
    var value = ""
    while kind == .text {
      let range = table.tokens[index].range
      let isBoxed = table.bytes[range.lowerBound] == UInt8(ascii: "@")
      let inner = range.dropFirst(isBoxed ? 2 : 1)
      let isClosed = inner.last.map { table.bytes[$0] == UInt8(ascii: "\"") } ?? false
      value += TextEscapes.resolved(table.bytes[isClosed ? inner.dropLast() : inner])
      index += 1
      if kind == .at, kind(ahead: 1) == .text { index += 1 }
    }
    return builder.expression(.string, list: [builder.piece(value)], at: start)
  }

  private mutating func readBoxed() -> ExpressionID {
    let start = offset
    index += 1
    switch kind {
    case .leftBracket:
      return builder.expression(.array, list: readArguments().map { ListEntry(.none, $0.value) }, at: start)
    case .leftBrace: return readDictionary(at: start)
    case .leftParen: return readParenthesized()
    case .word where word == "selector" || word == "encode" || word == "protocol":
      index += 1
      let name = kind == .leftParen ? joined(index + 1..<max(index + 1, (behindGroup(index) ?? index + 2) - 1)) : ""
      index = behindGroup(index) ?? index + 1
      return builder.expression(.reference, name: name, at: start)
    case .word, .number, .minus, .character: return readUnary()
    default: return .none
    }
  }

  private mutating func readDictionary(at start: Int) -> ExpressionID {
    var list: [ListEntry] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.comma) { continue }
        let key = parser.readTernary()
        let value = parser.take(.colon) ? parser.readExpression() : .none
        if key.isPresent, value.isPresent { list += [ListEntry(.none, key), ListEntry(.none, value)] }
        if parser.index == before { parser.index += 1 }
      }
    }
    return builder.expression(.dictionary, list: list, at: start)
  }

  /// `^Type(Type a) { … }`
  private mutating func readClosure() -> ExpressionID {
    let start = offset
    let id = builder.open(.closure, at: start)
    builder.setHasBody(id)
    index += 1
    while kind == .word || kind == .star { index += 1 }
    if kind == .leftParen { declareParameters() }
    readBody(of: id)
    builder.close(end: previousEnd)
    return builder.expression(.closure, of: id, at: start)
  }
}
