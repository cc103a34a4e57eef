extension JavaParser {
  mutating func readExpression() -> ExpressionID {
    guard depth < Self.deepest else {
      let place = offset
      skipExpression()
      return builder.expression(.opaque, name: "deep", at: place)
    }
    depth += 1
    defer { depth -= 1 }
    let start = offset
    if isAtLambda { return readLambda() }
    let target = readTernary()
    guard let (sign, width) = assignmentHere, target.isPresent else { return target }
    index += width
    let value = readValue()
    return builder.expression(.assignment, name: sign, first: target, list: [ListEntry(.none, value)], at: start)
  }

  private var assignmentHere: (name: String, width: Int)? {
    switch kind {
    case .assign: ("=", 1)
    case .plusAssign, .minusAssign, .timesAssign, .divideAssign, .moduloAssign, .otherAssign: (text(token(index)), 1)
    case .greater where touches(1, .greaterEqual): (">>=", 2)
    case .greater where touches(1, .greater) && touches(2, .greaterEqual): (">>>=", 3)
    default: nil
    }
  }

  /// Whether the token so far ahead has the kind and no blank before it.
  private func touches(_ ahead: Int, _ wanted: Kind) -> Bool {
    kind(ahead: ahead) == wanted && table.tokens[index + ahead].flags.isEmpty
  }

  /// `a ? b : c ? d : e` as one conditional, read in a loop.
  mutating func readTernary() -> ExpressionID {
    let start = offset
    let first = readBinary(0)
    guard kind == .question else { return first }
    var values: [ExpressionID] = []
    while take(.question) {
      values.append(isAtLambda ? readLambda() : readExpression())
      guard take(.colon) else { break }
      let other = isAtLambda ? readLambda() : readBinary(0)
      if kind == .question { builder.condition(other) } else { values.append(other) }
    }
    return builder.expression(
      .conditional, first: first, list: values.filter(\.isPresent).map { ListEntry(.none, $0) }, at: start)
  }

  /// Source: The Java Language Specification, sections 15.17 to 15.24.
  private enum Strength: Int { case or, and, bitOr, bitXor, bitAnd, equality, comparison, shift, sum, product }

  private func operatorHere() -> (strength: Strength, width: Int)? {
    switch kind {
    case .or: return (.or, 1)
    case .and: return (.and, 1)
    case .bitOr: return (.bitOr, 1)
    case .bitXor: return (.bitXor, 1)
    case .bitAnd: return (.bitAnd, 1)
    case .equal, .notEqual: return (.equality, 1)
    case .greater where touches(1, .greaterEqual): return nil
    case .greater where touches(1, .greater):
      if touches(2, .greaterEqual) { return nil }
      return (.shift, touches(2, .greater) ? 3 : 2)
    case .less, .lessEqual, .greater, .greaterEqual: return (.comparison, 1)
    case .word where word == .instanceof: return (.comparison, 1)
    case .shiftLeft: return (.shift, 1)
    case .plus, .minus: return (.sum, 1)
    case .star, .slash, .percent: return (.product, 1)
    default: return nil
    }
  }

  mutating func readBinary(_ weakest: Int) -> ExpressionID {
    let start = offset
    var left = readUnary()
    while let (strength, width) = operatorHere(), strength.rawValue >= weakest {
      let sign = index
      index += width
      if word(sign) == .instanceof {
        left = readTest(left, at: start)
        continue
      }
      let right = readBinary(strength.rawValue + 1)
      left = builder.expression(
        .binary, name: joined(sign..<sign + width), first: left, list: [ListEntry(.none, right)], at: start)
    }
    return left
  }

  /// `x instanceof Foo y`
  private mutating func readTest(_ value: ExpressionID, at start: Int) -> ExpressionID {
    _ = take(.final)
    let type = takeType()
    if isAtName {
      let place = offset
      builder.bind(
        builder.declare(
          .local, name: takeName(), type: type, value: value, flags: .isUnwrapped, at: place, end: previousEnd))
    } else if kind == .leftParen {
      index = behindGroup(index) ?? index
    }
    return builder.expression(.cast, name: type, first: value, flags: .test, at: start)
  }

  private mutating func readUnary() -> ExpressionID {
    var prefixes: [(name: String, isCast: Bool, place: Int)] = []
    prefix: while true {
      switch kind {
      case .not, .minus, .plus, .increment, .decrement, .bitNot:
        prefixes.append((text(token(index)), false, offset))
        index += 1
      case .leftParen where isAtCast && !isAtLambda:
        let place = offset
        guard let end = behindGroup(index) else { break prefix }
        index += 1
        prefixes.append((takeType(), true, place))
        index = end
      default: break prefix
      }
    }
    let start = offset
    var value = ExpressionID.none
    if isAtLambda, !prefixes.isEmpty {
      value = readLambda()
    } else {
      let (primary, isCallable) = readPrimary()
      value = readPostfix(of: primary, at: start, isCallable: isCallable)
    }
    for prefix in prefixes.reversed() {
      value = builder.expression(prefix.isCast ? .cast : .unary, name: prefix.name, first: value, at: prefix.place)
    }
    return value
  }

  // MARK: closures

  var isAtLambda: Bool {
    if isAtName { return kind(ahead: 1) == .arrow }
    guard kind == .leftParen, let end = behindGroup(index), end < limit else { return false }
    return table.tokens[end].kind == .arrow
  }

  mutating func readLambda() -> ExpressionID {
    let start = offset
    let id = builder.open(.closure, at: start)
    builder.setHasBody(id)
    if isAtName {
      let name = takeName()
      builder.declare(.parameter, name: name, keyword: name, at: start, end: previousEnd)
    } else if kind == .leftParen {
      declareParameters(readParameters())
    }
    _ = take(.arrow)
    if kind == .leftBrace {
      group(ignoringLines: true) { $0.readStatements() }
    } else {
      builder.yield(readExpression())
    }
    builder.close(end: previousEnd)
    return builder.expression(.closure, of: id, at: start)
  }
}
