extension ObjectiveCParser {
  /// Arguments of a C call, elements of an array.
  mutating func readArguments() -> [(label: String, value: ExpressionID)] {
    var found: [(label: String, value: ExpressionID)] = []
    group(ignoringLines: true) { parser in
      while !parser.isAtEnd {
        let before = parser.index
        if parser.take(.comma) { continue }
        // `.name = value` of a structure.
        if parser.kind == .dot, parser.kind(ahead: 2) == .assign { parser.index += 3 }
        let value = parser.readValue()
        if value.isPresent { found.append(("", value)) }
        if parser.index == before { parser.index += 1 }
      }
    }
    return found
  }

  mutating func readPostfix(of primary: ExpressionID, at start: Int) -> ExpressionID {
    var value = primary
    while value.isPresent {
      switch kind {
      case .dot, .arrow, .doubleColon:
        guard kind(ahead: 1) == .word else { return value }
        index += 2
        let name = word(index - 1)
        let place = Int(table.tokens[index - 1].start)
        if kind != .leftParen, ObjectiveCNames.transparent.contains(name) { continue }
        value = builder.expression(
          .member, name: ObjectiveCNames.singleton(name) ?? ObjectiveCNames.property(name), first: value, at: place)
      case .leftParen: value = builder.call(value, readArguments(), at: start)
      case .leftBracket:
        value = builder.expression(
          .index, first: value, list: readArguments().map { ListEntry(.none, $0.value) }, at: start)
      case .increment, .decrement:
        value = builder.expression(.unary, name: text(token(index)), first: value, at: offset)
        index += 1
      default: return value
      }
    }
    return value
  }

  /// `[receiver part:argument part:argument, further]`
  mutating func readMessage() -> ExpressionID {
    let start = offset
    var value = ExpressionID.none
    group(ignoringLines: true) { parser in
      let receiver = parser.readReceiver()
      var parts: [String] = []
      var arguments: [ExpressionID] = []
      let place = parser.offset
      while parser.kind == .word || parser.kind == .colon {
        let part = parser.kind == .word ? parser.word : ""
        if parser.kind == .word { parser.index += 1 }
        guard parser.take(.colon) else {
          if parts.isEmpty { parts = [part] }
          break
        }
        parts.append(part)
        arguments.append(parser.readExpression())
      }
      while parser.take(.comma) { arguments.append(parser.readExpression()) }
      value = parser.message(to: receiver, parts, arguments, at: place, from: start)
      if value.isPresent, !parser.isAtEnd { parser.skip(to: parser.limit) }
    }
    return value
  }

  /// `[[Type alloc] init…]` gives up its inner message: the type alone is what is called.
  private mutating func readReceiver() -> ExpressionID {
    if kind == .leftBracket, kind(ahead: 1) == .word, kind(ahead: 2) == .word, word(index + 2) == "alloc",
      kind(ahead: 3) == .rightBracket
    {
      let start = offset
      let name = word(index + 1)
      index += 4
      return builder.expression(.name, name: ObjectiveCNames.type(name), flags: .construction, at: start)
    }
    return readTernary()
  }

  private mutating func message(
    to receiver: ExpressionID, _ parts: [String], _ arguments: [ExpressionID], at place: Int, from start: Int
  ) -> ExpressionID {
    guard receiver.isPresent, let first = parts.first else { return receiver }
    let node = builder.expressions[Int(receiver.raw)]
    let type = node.kind == .name ? builder.names[Int(node.name.raw)] : ""
    let isType = type.first?.isUppercase == true
    if arguments.isEmpty {
      if isType, first == "new" || first == "alloc" || node.flags.contains(.construction) {
        return builder.call(receiver, [], flags: .construction, at: start)
      }
      if isType, let name = ObjectiveCNames.singleton(first) {
        return builder.expression(.member, name: name, first: receiver, at: place)
      }
      if ObjectiveCNames.transparent.contains(first) { return receiver }
      let callee = builder.expression(.member, name: first, first: receiver, at: place)
      return builder.call(callee, [], at: start)
    }
    if isType, let labels = initializer(parts, of: type, isAllocated: node.flags.contains(.construction)) {
      return builder.call(receiver, labelled(arguments, labels), flags: .construction, at: start)
    }
    if arguments.count == 1, parts.count == 1, let name = ObjectiveCNames.property(setBy: first) {
      let target = builder.expression(.member, name: name, first: receiver, at: place)
      return builder.expression(
        .assignment, name: "=", first: target, list: [ListEntry(.none, arguments[0])], at: start)
    }
    let (name, labels) = ObjectiveCNames.method(parts)
    let callee = builder.expression(.member, name: name, first: receiver, at: place)
    return builder.call(callee, labelled(arguments, labels), at: start)
  }

  private func initializer(_ parts: [String], of type: String, isAllocated: Bool) -> [String]? {
    guard isAllocated || parts.first?.hasPrefix("init") != true else { return nil }
    // The names of Swift lost their prefix: `stringWithFormat:` still begins like `String`.
    return ObjectiveCNames.initializer(parts, of: type)
  }

  private func labelled(_ arguments: [ExpressionID], _ labels: [String]) -> [(label: String, value: ExpressionID)] {
    arguments.enumerated().compactMap { row, value in
      value.isPresent ? (row < labels.count ? labels[row] : "", value) : nil
    }
  }
}
