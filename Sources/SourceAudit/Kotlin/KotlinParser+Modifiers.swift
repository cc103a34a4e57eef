extension KotlinParser {
  struct Modifiers {
    var words: Set<KotlinWord> = []
    var annotations: [(name: String, call: ExpressionID, offset: Int)] = []
    var start = 0

    var flags: DeclarationRecord.Flags {
      var flags: DeclarationRecord.Flags = []
      if words.contains(.private) { flags.insert(.isPrivate) }
      if words.isDisjoint(with: [.private, .internal, .protected]) { flags.insert(.isPublic) }
      if words.contains(.override) { flags.insert(.isOverride) }
      if words.contains(.abstract) { flags.insert(.isAbstract) }
      if words.contains(.lateinit) { flags.insert(.isImplicitlyUnwrapped) }
      return flags
    }
  }

  /// The row behind the annotation at a row, found without reading its arguments.
  func behindAnnotation(_ start: Int) -> Int {
    var row = start + 1
    if isName(row), row + 1 < limit, table.tokens[row + 1].kind == .colon { row += 2 }
    guard row < limit else { return limit }
    if table.tokens[row].kind == .leftBracket { return behindGroup(row) ?? row + 1 }
    while isName(row) {
      row += 1
      guard row < limit, table.tokens[row].kind == .dot else { break }
      row += 1
    }
    if row < limit, table.tokens[row].kind == .less, let next = behindTypeArguments(row) { row = next }
    if row < limit, table.tokens[row].kind == .leftParen, table.tokens[row].flags.isEmpty {
      row = behindGroup(row) ?? row
    }
    return max(row, start + 1)
  }

  /// `@Name(arguments)`, `@get:Name`, `@[One Two]`.
  mutating func readAnnotations() -> [(name: String, call: ExpressionID, offset: Int)] {
    var found: [(name: String, call: ExpressionID, offset: Int)] = []
    while kind == .at {
      let start = offset
      let end = behindAnnotation(index)
      index += 1
      if isAtName, kind(ahead: 1) == .colon { index += 2 }
      if kind == .leftBracket {
        group(ignoringLines: true) { parser in
          while parser.isAtName { found.append(parser.readAnnotation(start)) }
        }
      } else if isAtName {
        found.append(readAnnotation(start))
      }
      index = max(index, end)
    }
    return found
  }

  private mutating func readAnnotation(_ start: Int) -> (name: String, call: ExpressionID, offset: Int) {
    let place = offset
    let name = dottedName().last ?? ""
    takeTypeParameters()
    guard kind == .leftParen, !followsBlank else { return (name, .none, start) }
    let callee = builder.expression(.name, name: name, at: place)
    return (name, builder.call(callee, readArguments(), at: place), start)
  }

  mutating func readModifiers() -> Modifiers {
    var modifiers = Modifiers()
    modifiers.start = offset
    while !isAtEnd {
      if kind == .at {
        modifiers.annotations += readAnnotations()
      } else if word.isModifier, isModifier(index) {
        modifiers.words.insert(word)
        index += 1
      } else {
        break
      }
    }
    return modifiers
  }

  /// A word such as `open` or `value` is a modifier only where another word follows it.
  private func isModifier(_ row: Int) -> Bool {
    guard row + 1 < limit else { return false }
    let next = table.tokens[row + 1]
    return next.kind == .word || next.kind == .quotedName || next.kind == .at
  }

  /// Whether a declaration begins here: modifiers and annotations, then one of its keywords.
  func isAtDeclaration() -> Bool {
    var row = index
    // Looked at again from every statement: longer rows of modifiers are none.
    for _ in 0..<64 where row < limit {
      if table.tokens[row].kind == .at {
        row = behindAnnotation(row)
        continue
      }
      switch word(row) {
      case .class, .interface, .typealias, .val, .var: return true
      case .fun: return row + 1 < limit && (table.tokens[row + 1].kind != .leftParen || isReceiver(row + 1))
      case .object: return isName(row + 1) || (row > index && word(row - 1) == .companion)
      case .constructor: return row > index && row + 1 < limit && table.tokens[row + 1].kind == .leftParen
      case .context where row + 1 < limit && table.tokens[row + 1].kind == .leftParen:
        guard let next = behindGroup(row + 1), next < limit, table.tokens[next].kind == .word else { return false }
        guard table.tokens[next].flags.contains(.startsLine) || word(next) != .none else { return false }
        row = next
      case let word where word.isModifier && isModifier(row): row += 1
      default: return false
      }
    }
    return false
  }

  /// A declaration that begins a line: nothing that a bracket should hold.
  var isAtNewDeclaration: Bool {
    !isAtEnd && table.tokens[index].flags.contains(.startsLine) && isAtDeclaration() && word != .val && word != .var
  }

  /// `fun (A.() -> B).name(…)`: the parenthesis is the type of the receiver.
  private func isReceiver(_ row: Int) -> Bool {
    guard let next = behindGroup(row), next < limit else { return false }
    return table.tokens[next].kind == .dot && isName(next + 1)
  }
}
