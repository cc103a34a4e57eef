extension Project {
  /// Whether code reaches a place only through a condition whose parts pass a test, or behind a call that throws.
  ///
  /// Follows blocks, early exits and closures. Does not tell whether the condition has the right sign.
  /// - Parameters:
  ///   - throwing: calls of the outside that throw instead of answering.
  ///   - isIdle: parts of a condition that decide nothing, whatever stands in them.
  func isGoverned(
    _ place: Expression, by test: (Expression) -> Bool, throwing: (Expression) -> Bool = { _ in false },
    leavingOut isIdle: (Expression) -> Bool = { _ in false }
  ) -> Bool {
    isGoverned(place, { asked in parts(of: asked, leavingOut: isIdle).contains(where: test) }, throwing)
  }

  private func isGoverned(
    _ place: Expression, _ asks: (Expression) -> Bool, _ throwing: (Expression) -> Bool
  ) -> Bool {
    var top = place
    while let parent = top.parent {
      if parent.kind == .conditional, let asked = parent.first, asked != top, asks(asked) { return true }
      top = parent
    }
    // Handed over beside a choice: `done(isValid ? .useCredential : .cancel, credential)`
    if holdsChoice(top, asks) { return true }
    for scope in [place.owner] + place.owner.enclosing {
      guard scope.kind != .type, scope.kind != .typeExtension else { return false }
      if isGoverned(place.offset, in: scope, asks, throwing) { return true }
      guard scope.kind == .closure, let closure = closureExpression(scope) else { return false }
      return isGoverned(closure, asks, throwing)
    }
    return false
  }

  private func holdsChoice(_ root: Expression, _ asks: (Expression) -> Bool) -> Bool {
    var waiting = [root]
    var looked = 0
    while let here = waiting.popLast(), looked < 200 {
      looked += 1
      if here.kind == .conditional, let asked = here.first, asks(asked) { return true }
      waiting += here.children
    }
    return false
  }

  private func isGoverned(
    _ place: UInt32, in scope: Declaration, _ asks: (Expression) -> Bool, _ throwing: (Expression) -> Bool
  ) -> Bool {
    let steps = Array(scope.steps)
    var open: [Range<UInt32>] = []
    for (row, step) in steps.enumerated() where step.offset <= place {
      switch step.kind {
      case .open:
        let end = Self.end(of: row, steps)
        // What is tried, runs; what a condition guards may not.
        open.append(step.block == .plain ? 0..<UInt32.max : step.offset..<max(step.offset + 1, steps[end].offset))
      case .close: _ = open.popLast()
      case .condition:
        guard let asked = scope.unit.expression(step.value), open.allSatisfy({ $0.contains(place) }),
          decides(row, steps, place, isSwift: scope.unit.language == .swift), asks(asked)
        else { break }
        return true
      case .evaluate, .bind:
        let isAlone = step.kind == .evaluate
        let value =
          isAlone ? scope.unit.expression(step.value) : Declaration(unit: scope.unit, id: step.declaration).value
        guard let value, open.allSatisfy({ $0.contains(place) }) else { break }
        if isAlone, value.kind == .call, value.offset < place, throwing(value) { return true }
        if raises(value, asks, before: place) { return true }
      case .yield, .raise: break
      }
    }
    return false
  }

  /// Whether the blocks behind a condition hold the place, or one of them leaves before it.
  private func decides(_ row: Int, _ steps: [BodyStep], _ place: UInt32, isSwift: Bool) -> Bool {
    var next = row + 1
    while next < steps.count, steps[next].kind == .condition || steps[next].kind == .bind { next += 1 }
    guard next < steps.count, steps[next].kind == .open else { return false }
    if steps[next].block == .guardElse { return place > steps[Self.end(of: next, steps)].offset }
    let isChoice = steps[next].block == .branch
    var leaves = false
    while next < steps.count, steps[next].kind == .open {
      let end = Self.end(of: next, steps)
      if steps[next].offset <= place, place < steps[end].offset { return true }
      let last = steps[next..<end].last { $0.kind != .close && $0.kind != .open }
      leaves = leaves || last?.kind == .yield || last?.kind == .raise
      next = end + 1
      // A condition of Swift has a block around itself and the one that it decides.
      if isSwift, !isChoice, next < steps.count, steps[next].kind == .close { next += 1 }
      while isChoice, next < steps.count, steps[next].kind == .condition || steps[next].kind == .bind { next += 1 }
      guard next < steps.count, steps[next].block == (isChoice ? .branch : .otherwise) else { break }
    }
    return leaves
  }

  /// Calls a function of the project that throws by a condition that passes the test.
  private func raises(_ root: Expression, _ asks: (Expression) -> Bool, before place: UInt32) -> Bool {
    var waiting = [root]
    while let here = waiting.popLast() {
      if here.flags.contains(.silenced) { continue }
      if here.kind == .call, here.offset < place {
        for function in bodies(calledBy: here).prefix(4)
        where function.steps.contains(where: { $0.kind == .raise })
          && conditions(in: function).contains(where: { asks($0.asked) })
        {
          return true
        }
      }
      waiting += here.children
    }
    return false
  }

  /// Where a block ends that is opened in a row.
  static func end(of row: Int, _ steps: [BodyStep]) -> Int {
    var depth = 0
    for index in row..<steps.count {
      if steps[index].kind == .open { depth += 1 }
      if steps[index].kind == .close { depth -= 1 }
      if depth == 0 { return index }
    }
    return steps.count - 1
  }
}
