extension KotlinParser {
  /// From weak to strong. Source: Kotlin language specification, Operator precedence.
  private enum Strength: Int { case or, and, equality, comparison, check, elvis, infix, range, sum, product, cast }

  private struct Operator {
    let strength: Strength
    /// Tokens that it is made of.
    let width: Int
    let mayStartLine: Bool
  }

  mutating func readExpression() -> ExpressionID {
    guard depth < Self.deepest else {
      let place = offset
      skipExpression()
      return builder.expression(.opaque, name: "deep", at: place)
    }
    depth += 1
    defer { depth -= 1 }
    return readBinary(0)
  }

  /// Operands of one strength are read in a loop; only stronger ones recurse, so depth is bounded by their number.
  private mutating func readBinary(_ weakest: Int) -> ExpressionID {
    let start = offset
    var left = readUnary()
    while let found = operatorHere(), found.strength.rawValue >= weakest {
      if startsLine, !found.mayStartLine { break }
      let sign = index
      index += found.width
      switch found.strength {
      case .cast:
        let flags: ExpressionNode.Flags = kind == .question && !followsBlank ? .optional : []
        if !flags.isEmpty { index += 1 }
        left = builder.expression(.cast, name: takeType(), first: left, flags: flags, at: start)
      case .check where word(index - 1) == .is:
        let test = builder.expression(.cast, name: takeType(), first: left, flags: .test, at: start)
        left = found.width == 2 ? builder.expression(.unary, name: "!", first: test, at: start) : test
      case .infix:
        let member = builder.expression(
          .member, name: name(sign), first: left, at: Int(table.tokens[sign].start))
        let right = readBinary(Strength.infix.rawValue + 1)
        left = builder.call(member, [("", right)], at: start)
      default:
        let right = readBinary(found.strength.rawValue + 1)
        let name = joined(sign..<sign + found.width)
        left = builder.expression(.binary, name: name, first: left, list: [ListEntry(.none, right)], at: start)
      }
    }
    return left
  }

  private func operatorHere() -> Operator? {
    func plain(_ strength: Strength, _ mayStartLine: Bool = false) -> Operator {
      Operator(strength: strength, width: 1, mayStartLine: mayStartLine)
    }
    switch kind {
    case .or: return plain(.or, true)
    case .and: return plain(.and, true)
    case .equal, .notEqual, .identical, .notIdentical: return plain(.equality)
    case .less, .greater, .lessEqual, .greaterEqual: return plain(.comparison)
    case .elvis: return plain(.elvis, true)
    case .range, .rangeUntil: return plain(.range)
    case .plus, .minus: return plain(.sum)
    case .star, .slash, .percent: return plain(.product)
    case .not where word(index + 1) == .is || word(index + 1) == .in:
      guard !table.tokens[index + 1].flags.contains(.followsBlank) else { return nil }
      return Operator(strength: .check, width: 2, mayStartLine: false)
    case .word:
      switch word {
      case .is, .in: return plain(.check)
      case .as: return plain(.cast, true)
      default: return isInfixCall ? plain(.infix) : nil
      }
    case .quotedName: return isInfixCall ? plain(.infix) : nil
    default: return nil
    }
  }

  /// `a name b`: a name on the line of its left side, and something behind it that can be a right side.
  private var isInfixCall: Bool {
    guard isAtName, word != .where, word != .by, !startsLine, index + 1 < limit, followsBlank else { return false }
    let next = table.tokens[index + 1]
    guard ignoresLines || !next.flags.contains(.startsLine) || next.kind == .textOpen else { return false }
    switch next.kind {
    case .word:
      switch word(index + 1) {
      case .as, .in, .is, .else, .class, .interface, .val, .var, .while, .for, .do, .package, .typealias: return false
      default: return true
      }
    case .quotedName, .number, .character, .textOpen, .leftParen, .minus, .not, .doubleColon: return true
    case .leftBrace: return next.flags.contains(.followsBlank)
    default: return false
    }
  }

  private mutating func readUnary() -> ExpressionID {
    var signs: [(name: String, place: Int)] = []
    prefix: while true {
      switch kind {
      case .not, .minus, .plus, .increment, .decrement: signs.append((text(token(index)), offset))
      case .notNot: signs += [("!", offset), ("!", offset)]
      case .star: break
      case .at:
        _ = readAnnotations()
        continue prefix
      case .word where isAtName && kind(ahead: 1) == .at && kind(ahead: 2) == .leftBrace:
        takeLabel()
        break prefix
      default: break prefix
      }
      index += 1
    }
    var value = readPostfix()
    for sign in signs.reversed() {
      value = builder.expression(.unary, name: sign.name, first: value, at: sign.place)
    }
    return value
  }
}
