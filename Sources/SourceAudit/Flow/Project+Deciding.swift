extension Project {
  /// Whether anything comes of what a condition says: a block behind it leaves its body or does what is not idle.
  ///
  /// Where its blocks cannot be told something does: in a loop, whose jumps are no steps, and in a `switch`.
  func changesAnything(behind condition: Expression, isIdle: (Expression) -> Bool) -> Bool {
    let unit = condition.unit
    let steps = Array(condition.owner.steps)
    let row = steps.firstIndex { $0.kind == .condition && $0.value == condition.id }
    var deeds: [BodyStep] = []
    var values = condition.parent.map { $0.kind == .conditional && $0.first == condition ? $0.values : [] } ?? []
    if let row {
      guard let blocks = Self.blocks(behind: row, steps, isSwift: unit.language == .swift) else { return true }
      deeds = blocks
      if values.isEmpty { values = choiceAlone(around: row, steps, unit)?.values ?? [] }
    }
    guard !deeds.isEmpty || !values.isEmpty else { return true }
    return values.contains { !isIdle($0.unwrapped) }
      || deeds.contains { step in
        switch step.kind {
        case .yield, .raise: true
        case .evaluate: unit.expression(step.value).map { !isIdle($0.unwrapped) } ?? true
        case .bind:
          Declaration(unit: unit, id: step.declaration).value.map { $0.kind == .call && !isIdle($0) } ?? false
        case .condition, .open, .close: false
        }
      }
  }

  /// What is done in the blocks of an `if`; nil where they are others, or a loop or a `switch` is around it.
  private static func blocks(behind row: Int, _ steps: [BodyStep], isSwift: Bool) -> [BodyStep]? {
    let open = steps[..<row].reduce(into: [BodyStep.Block]()) { open, step in
      if step.kind == .open { open.append(step.block) }
      if step.kind == .close { _ = open.popLast() }
    }
    guard !open.contains(.loop), !open.contains(.branch) else { return nil }
    var next = row + 1
    while next < steps.count, steps[next].kind == .condition || steps[next].kind == .bind { next += 1 }
    guard next < steps.count, steps[next].kind == .open, steps[next].block == .then else { return nil }
    var found: [BodyStep] = []
    while next < steps.count, steps[next].kind == .open, [.then, .otherwise].contains(steps[next].block) {
      let end = Self.end(of: next, steps)
      found += steps[next...end].filter { $0.kind != .open && $0.kind != .close }
      next = end + 1
      // A condition of Swift has a block around itself and the one that it decides.
      if isSwift, next < steps.count, steps[next].kind == .close { next += 1 }
    }
    return found
  }

  /// The `if` that is all of a body of Swift: what its branches give stands in no step.
  private func choiceAlone(around row: Int, _ steps: [BodyStep], _ unit: SourceUnit) -> Expression? {
    guard let start = steps[..<row].last(where: { $0.kind == .open })?.offset else { return nil }
    return steps[row...].lazy.filter { $0.kind == .yield }.compactMap { unit.expression($0.value) }
      .first { $0.kind == .conditional && $0.offset == start }
  }
}
