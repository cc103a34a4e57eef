extension Project {
  private static let mostUses = 64
  private static let mostNested = 4
  /// Calls that put what they are given into a list or a table.
  private static let tables: Set<String> = [
    "to", "listOf", "mapOf", "setOf", "arrayOf", "mutableListOf", "mutableMapOf", "Pair", "of",
  ]
  private static let invocations: Set<String> = ["invoke", "accept", "apply", "call"]

  /// Calls of a closure that a constant or variable holds, in the file that declares it: `send(text)` for
  /// `let send: (String) -> Void = { print($0) }`, also where it is one of a list or a table.
  func calls(ofClosure declaration: Declaration) -> [Expression] {
    let unit = declaration.unit
    guard let closure = closureExpression(declaration) else { return [] }
    guard let variable = unit.declaration(withValue: closure.id) else { return calls(ofListed: closure) }
    return unit.calls(variable.name).filter { call in
      call.first.map { declarations(of: $0).contains(variable) } ?? false
    }
  }

  /// Calls of whichever element of the list that a closure stands in: `sinks["log"]?(text)`.
  private func calls(ofListed closure: Expression) -> [Expression] {
    var list = closure
    for _ in 0..<Self.mostNested {
      guard let around = list.parent, Self.isTable(around) else { break }
      list = around
    }
    guard list != closure, let variable = list.unit.declaration(withValue: list.id) else { return [] }
    return list.unit.mentions(variable.name).prefix(Self.mostUses)
      .filter { declarations(of: $0).contains(variable) }.flatMap(calls(ofElementOf:))
  }

  private static func isTable(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .array, .dictionary, .tuple: true
    case .call: tables.contains(expression.calledName)
    default: false
    }
  }

  private func calls(ofElementOf list: Expression) -> [Expression] {
    // `for sink in sinks { sink(text) }`
    if let element = list.unit.declaration(withValue: list.id), element.flags.contains(.isPart) {
      return list.unit.calls(element.name).filter { call in
        call.first.map { declarations(of: $0).contains(element) } ?? false
      }
    }
    guard let around = list.parent, around.first == list else { return [] }
    switch around.kind {
    case .index: return [Self.call(of: around)].compactMap { $0 }
    case .member where around.name == "forEach":
      guard let closure = around.parent?.arguments.last?.value.declaration else { return [] }
      let names = closure.parameters.map(\.name) + ["$0", "it"]
      return list.unit.calls(names).filter { $0.owner == closure }
    default: return []
    }
  }

  /// The call of what an element is: `sinks[0](text)`, `sinks["log"]?.invoke(text)`.
  private static func call(of element: Expression) -> Expression? {
    var callee = element
    while let parent = callee.parent, parent.first == callee {
      if parent.kind == .call { return parent }
      guard parent.kind == .forced || parent.kind == .member && invocations.contains(parent.name) else { return nil }
      callee = parent
    }
    return nil
  }
}
