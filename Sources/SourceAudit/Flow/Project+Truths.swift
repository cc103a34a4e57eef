extension Project {
  private static let deepestCondition = 8
  private static let comparisons: Set<String> = ["==", "!=", "===", "!==", "<", ">", "<=", ">="]
  private static let infixes: Set<String> = ["and", "or"]

  /// What a condition is wherever it is asked: `!false`, `1 < 2`, `isOpen || true`. Nil as soon as it rests on something
  /// that may change: a variable, a parameter, what a call to the outside answers.
  package func truth(of condition: Expression) -> Bool? { truth(of: condition, depth: 0) }

  /// Whether an expression is of a form that is decided as a whole, and not by the values that flow into it.
  static func isCondition(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .unary: expression.name == "!"
    case .binary: expression.name == "&&" || expression.name == "||" || comparisons.contains(expression.name)
    case .member: isBoxedTruth(expression)
    case .call: expression.calledName == "not" || infixes.contains(expression.calledName)
    default: false
    }
  }

  private func truth(of condition: Expression, depth: Int) -> Bool? {
    guard depth < Self.deepestCondition else { return nil }
    let here = condition.unwrapped
    switch here.kind {
    case .boolean: return here.name == "true"
    case .unary where here.name == "!":
      return here.first.flatMap { truth(of: $0, depth: depth + 1) }.map { !$0 }
    case .binary:
      guard let left = here.first, let right = here.second else { return nil }
      return truth(of: left, here.name, right, depth: depth + 1)
    case .member where Self.isBoxedTruth(here): return here.name == "TRUE"
    case .name, .member:
      guard let value = fixedValue(of: here) else { return nil }
      return truth(of: value, depth: depth + 1)
    case .call: return truth(ofCall: here, depth: depth + 1)
    default: return nil
    }
  }

  /// `Boolean.TRUE`
  private static func isBoxedTruth(_ member: Expression) -> Bool {
    (member.name == "TRUE" || member.name == "FALSE") && member.first?.name == "Boolean"
  }

  private func truth(of left: Expression, _ sign: String, _ right: Expression, depth: Int) -> Bool? {
    switch sign {
    case "&&", "||":
      let decisive = sign == "||"
      let one = truth(of: left, depth: depth)
      let other = truth(of: right, depth: depth)
      // One side may decide alone, whatever the other is.
      if one == decisive || other == decisive { return decisive }
      return one == nil || other == nil ? nil : !decisive
    case "==", "===", "!=", "!==":
      guard let one = fixedText(of: left, depth: depth), let other = fixedText(of: right, depth: depth) else {
        return nil
      }
      return (one == other) == sign.hasPrefix("=")
    default:
      guard let one = fixedText(of: left, depth: depth).flatMap({ Int($0) }),
        let other = fixedText(of: right, depth: depth).flatMap({ Int($0) })
      else { return nil }
      switch sign {
      case "<": return one < other
      case ">": return one > other
      case "<=": return one <= other
      case ">=": return one >= other
      default: return nil
      }
    }
  }

  private func truth(ofCall call: Expression, depth: Int) -> Bool? {
    switch call.calledName {
    case "not":
      guard call.arguments.isEmpty, let operand = call.receiver else { return nil }
      return truth(of: operand, depth: depth).map { !$0 }
    case "and", "or":
      guard let left = call.receiver, let right = call.argument(at: 0) else { return nil }
      return truth(of: left, call.calledName == "or" ? "||" : "&&", right, depth: depth)
    case "valueOf", "parseBoolean", "Bool", "toBoolean":
      guard let operand = call.argument(at: 0) ?? call.receiver else { return nil }
      let text = fixedText(of: operand, depth: depth)
      return text == "true" || text == "false" ? text == "true" : nil
    default:
      let called = functions(calledBy: call)
      guard called.count == 1, let function = called.first, function.hasBody, !mayBeReplaced(function) else {
        return nil
      }
      let text = oneConstant(of: function, depth: depth)
      return text == "true" || text == "false" ? text == "true" : nil
    }
  }

  /// Whether a type below may answer otherwise.
  private func mayBeReplaced(_ function: Declaration) -> Bool {
    guard let type = function.enclosingType, type.kind == .type else { return false }
    return function.flags.isDisjoint(with: [.isPrivate, .isStatic])
      && !["struct", "enum", "object", "companion"].contains(type.keyword)
  }

  /// Literals and constants made of one.
  private func fixedText(of expression: Expression, depth: Int) -> String? {
    guard depth < Self.deepestCondition else { return nil }
    let here = expression.unwrapped
    switch here.kind {
    case .null: return "nil"
    case .number: return Int(here.name) == nil ? nil : here.name
    case .string: return here.plainText
    case .name, .member:
      if let value = fixedValue(of: here) { return fixedText(of: value, depth: depth + 1) }
      return truth(of: here, depth: depth).map { $0 ? "true" : "false" }
    default: return truth(of: here, depth: depth).map { $0 ? "true" : "false" }
    }
  }

  /// The start value of a constant, or of a local variable that gets no other.
  private func fixedValue(of name: Expression) -> Expression? {
    let known = declarations(of: name)
    guard known.count == 1, let holder = known.first, let value = holder.value,
      holder.flags.isDisjoint(with: [.isPart, .isUnwrapped, .isCaught, .isLazy])
    else { return nil }
    switch holder.kind {
    case .property: return holder.flags.contains(.isConstant) ? value : nil
    case .local: return holder.flags.contains(.isConstant) || !isChanged(holder) ? value : nil
    default: return nil
    }
  }

  private func isChanged(_ variable: Declaration) -> Bool {
    !assignments(to: variable).isEmpty
      || variable.unit.mentions([variable.name]).contains { mention in
        guard let parent = mention.parent, parent.first == mention else { return false }
        // `read(&flag)`, `count++`, `flag.toggle()`
        let isWritten =
          parent.kind == .unary && ["&", "++", "--"].contains(parent.name)
          || parent.kind == .member && parent.name == "toggle"
        return isWritten && declarations(of: mention).contains(variable)
      }
  }

  /// The one constant that a function gives whatever happens in it; nil when it gives nothing, or more than that.
  func oneConstant(of function: Declaration) -> String? { oneConstant(of: function, depth: 0) }

  private func oneConstant(of function: Declaration, depth: Int) -> String? {
    var waiting = results(of: function)
    var constant: String?
    while let next = waiting.popLast()?.unwrapped {
      if next.kind == .conditional, !next.values.isEmpty {
        waiting += next.values
        continue
      }
      guard let text = fixedText(of: next, depth: depth + 1), constant == nil || constant == text else { return nil }
      constant = text
    }
    return constant
  }
}
