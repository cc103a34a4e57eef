/// A place where code decides whether it goes on.
struct Condition: Sendable {
  let asked: Expression
  /// `if let x = asked`: whether there is anything, not what it is.
  let isBinding: Bool
}

extension Project {
  /// Calls that stop when what they are given does not hold.
  private static let insisting: Set<String> = ["require", "check", "precondition"]
  /// Calls that let only those through for which a closure says yes.
  private static let filters: Set<String> = [
    "filter", "filterNot", "first", "firstOrNull", "last", "find", "contains", "allSatisfy", "takeIf", "takeUnless",
    "any", "all", "none", "anyMatch", "allMatch", "noneMatch",
  ]
  private static let mostParts = 400

  /// The conditions of a body and of the closures in it.
  func conditions(in body: Declaration) -> [Condition] {
    let unit = body.unit
    if body.id == .file { Trace.note(allOf: unit) }
    let range = body.record.offset..<max(body.record.offset + 1, body.record.end)
    var found: [Condition] = []
    for scope in unit.bodiesBeginning(in: range) {
      let steps = scope.steps
      for (index, step) in zip(steps.indices, steps) where step.kind == .condition {
        guard let asked = unit.expression(step.value) else { continue }
        let next = index + 1 < steps.endIndex ? steps[index + 1] : nil
        let isBinding = next.map { next in
          next.kind == .bind && unit.declarations[Int(next.declaration.raw)].value == step.value
        }
        found.append(Condition(asked: asked, isBinding: isBinding ?? false))
      }
    }
    for expression in expressions(in: body) {
      var asked: [Expression] = []
      if expression.kind == .conditional { asked = [expression.first].compactMap { $0 } }
      if expression.kind == .call {
        let name = expression.calledName
        if Self.insisting.contains(name), expression.receiver == nil { asked = expression.arguments.map(\.value) }
        if Self.filters.contains(name), let closure = expression.arguments.last?.value.declaration {
          asked = results(of: closure)
        }
      }
      found += asked.map { Condition(asked: $0, isBinding: false) }
    }
    return found
  }

  /// Every expression inside one, and behind the names and calls in it: start values, assignments, getters, and what
  /// functions and closures ask and give.
  /// - Parameter isIdle: parts that are passed over with all that is inside and behind them.
  func parts(of root: Expression, leavingOut isIdle: (Expression) -> Bool = { _ in false }) -> [Expression] {
    var found: [Expression] = []
    var seen: Set<Expression> = []
    var waiting: [(expression: Expression, depth: Int)] = [(root, 0)]
    while let (here, depth) = waiting.popLast(), found.count < Self.mostParts {
      guard seen.insert(here).inserted, !isIdle(here) else { continue }
      found.append(here)
      waiting += here.children.map { ($0, depth) }
      if here.kind == .closure, let closure = here.declaration {
        waiting += decisions(of: closure).map { ($0, depth) }
      }
      guard depth < 3 else { continue }
      waiting += behind(here).map { ($0, depth + 1) }
    }
    return found
  }

  /// What stands behind a name or a call.
  private func behind(_ part: Expression) -> [Expression] {
    switch part.kind {
    case .name, .member:
      return declarations(of: part).filter { $0.kind == .local || $0.kind == .property }.flatMap { given(to: $0) }
    case .call:
      let called = bodies(calledBy: part)
      return (called.isEmpty ? bodies(heldFor: part) : called).prefix(4).flatMap { decisions(of: $0) }
    default: return []
    }
  }

  /// What a variable is set to, and what its getter asks and gives.
  private func given(to variable: Declaration) -> [Expression] {
    var found = [variable.value].compactMap { $0 }
    // A constant without a value gets it later.
    if variable.value == nil || !variable.flags.contains(.isConstant) {
      found += assignments(to: variable).prefix(8)
    }
    for holder in [variable] + implementations(of: variable).prefix(4) {
      for getter in holder.members where getter.kind == .accessor && getter.keyword == "get" {
        found += decisions(of: getter)
      }
    }
    return found
  }

  /// Closures and functions that a variable may hold through which a call goes.
  private func bodies(heldFor call: Expression) -> [Declaration] {
    guard let callee = call.first, callee.kind == .name || callee.kind == .member,
      declarations(of: callee).contains(where: { [.parameter, .local, .property].contains($0.kind) })
    else { return [] }
    return origins(of: callee).leaves.flatMap { leaf -> [Declaration] in
      if leaf.kind == .closure { return [leaf.declaration].compactMap { $0 } }
      return declarations(of: leaf).filter { $0.kind == .function && $0.hasBody }
    }
  }

  private func decisions(of body: Declaration) -> [Expression] { results(of: body) + asked(in: body) }

  /// What a body gives, each `return` and a last expression that stands for one.
  func results(of body: Declaration) -> [Expression] {
    body.steps.filter { $0.kind == .yield }.compactMap { body.unit.expression($0.value) }
  }

  private func asked(in body: Declaration) -> [Expression] {
    body.steps.filter { $0.kind == .condition }.compactMap { body.unit.expression($0.value) }
  }
}
