extension Project {
  /// What a name or member is declared as; empty for what comes from outside the project.
  package func declarations(of expression: Expression) -> [Declaration] {
    declarations(of: expression, steps: 0)
  }

  func declarations(of expression: Expression, steps: Int) -> [Declaration] {
    guard steps < Self.deepestType else { return [] }
    switch expression.kind {
    case .name: return named(expression, steps)
    case .member:
      guard let base = expression.first else { return implicit(expression.name) }
      return members(expression.name, on: base, steps)
    default: return []
    }
  }

  private func named(_ use: Expression, _ steps: Int) -> [Declaration] {
    let name = use.name
    guard name != "self", name != "this", name != "super" else { return [] }
    var scope = use.owner
    while true {
      if let local = local(name, at: use, in: scope) { return [local] }
      guard let parent = scope.parent else { break }
      scope = parent
    }
    for around in [use.owner] + use.owner.enclosing where around.kind == .type || around.kind == .typeExtension {
      let found = members(name, in: around)
      if !found.isEmpty { return found }
    }
    for receiver in implicitReceivers(of: use.owner) {
      if let type = type(of: receiver, steps: steps + 1) {
        let found = members(name, of: type, near: use.unit)
        if !found.isEmpty { return found }
      }
    }
    let global = index.globals(name, near: use.unit)
    let near = global.filter { $0.unit === use.unit }
    if !near.isEmpty { return near }
    if !global.isEmpty { return global.filter { !$0.flags.contains(.isPrivate) } }
    // A constant that is imported by its bare name.
    return use.unit.importedNames.contains(name) ? index.values(name, near: use.unit) : []
  }

  /// The latest local or parameter of the scope that is visible at the place.
  private func local(_ name: String, at use: Expression, in scope: Declaration) -> Declaration? {
    guard use.unit.hasVariables(in: scope.id), let row = use.unit.ownRow(of: name) else { return nil }
    var candidates: [Declaration] = []
    for id in use.unit.scope(scope.id) {
      let record = use.unit.declarations[Int(id.raw)]
      guard record.name == row, record.kind == .local || record.kind == .parameter, record.offset <= use.offset else {
        continue
      }
      candidates.append(Declaration(unit: use.unit, id: id))
    }
    guard !candidates.isEmpty else { return nil }
    let parameter = candidates.last { $0.kind == .parameter }
    guard candidates.contains(where: { $0.kind == .local }) else { return parameter }
    var visible: [[Declaration]] = [[]]
    for step in scope.steps {
      switch step.kind {
      case .open where step.offset <= use.offset: visible.append([])
      case .close where step.offset <= use.offset && visible.count > 1: visible.removeLast()
      case .bind:
        let bound = Declaration(unit: use.unit, id: step.declaration)
        if candidates.contains(bound), !isInside(use, bound.value) { visible[visible.count - 1].append(bound) }
      default: break
      }
    }
    return visible.reversed().lazy.compactMap(\.last).first ?? parameter
  }

  private func isInside(_ use: Expression, _ root: Expression?) -> Bool {
    guard let root else { return false }
    var current: Expression? = use
    while let here = current {
      if here == root { return true }
      if let parent = here.parent {
        current = parent
      } else {
        // Out of a closure: its expression stands in the declaration around it.
        guard here.owner.kind == .closure, let closure = closureExpression(here.owner), closure != here else {
          return false
        }
        current = closure
      }
    }
    return false
  }

  /// The expression that a closure's declaration belongs to.
  package func closureExpression(_ declaration: Declaration) -> Expression? {
    declaration.unit.closureExpression(declaration.id)
  }

  private func members(_ name: String, on base: Expression, _ steps: Int) -> [Declaration] {
    let near = base.unit
    let base = base.unwrapped
    if base.isOwnInstance || base.kind == .name && base.name == "super" {
      for around in base.owner.enclosing + [base.owner]
      where around.kind == .type || around.kind == .typeExtension {
        let found = members(name, in: around)
        if !found.isEmpty { return found }
      }
      return []
    }
    if let last = base.path?.last, last.first?.isUppercase == true {
      let type = resolvedTypeName(last)
      let found = members(name, of: type, near: near)
      if !found.isEmpty { return found }
      // A nested type is written with the type around it.
      let nested = index.values(name, near: near).filter { $0.enclosing.contains { $0.name == type } }
      if !nested.isEmpty { return nested }
    }
    if let type = type(of: base, steps: steps + 1) {
      let found = members(name, of: type, near: near)
      if !found.isEmpty || isType(type) { return found }
      return []
    }
    // Of an unknown type: the one declaration of that name, when there is only one.
    return index.countOfValues(name) == 1 ? index.values(name) : []
  }

  private func implicit(_ name: String) -> [Declaration] {
    index.countOfStatics(name) <= 8 ? index.statics(name) : []
  }

  // MARK: scope functions

  private static let receiverScopes: Set<String> = ["apply", "run", "with", "buildString"]
  private static let argumentScopes: Set<String> = [
    "let", "also", "takeIf", "takeUnless", "map", "flatMap", "compactMap", "forEach", "filter", "first", "mapNotNull",
    "then", "use", "onEach", "mapValues", "contains", "reduce", "withCString",
    "ifPresent", "peek", "anyMatch", "allMatch", "noneMatch", "thenAccept", "thenApply", "any", "all", "none",
    "withUnsafeBytes", "withUTF8", "forEachOrdered", "onSuccess", "sink", "tryMap",
  ]

  /// Receivers that are in force inside a closure without being written, innermost first.
  package func implicitReceivers(of owner: Declaration) -> [Expression] {
    guard owner.unit.language == .kotlin else { return [] }
    return ([owner] + owner.enclosing).compactMap { scope in
      guard scope.kind == .closure, let call = closureExpression(scope)?.parent, call.kind == .call,
        Self.receiverScopes.contains(call.calledName)
      else { return nil }
      return call.calledName == "with" ? call.argument(at: 0) : call.receiver
    }
  }

  /// What a call is called on, written or in force: `putString("a", b)` inside `editor.apply { }` is called on `editor`.
  package func receiver(of call: Expression) -> Expression? {
    call.receiver ?? implicitReceivers(of: call.owner).first
  }

  /// What the parameter of a closure stands for: `it` in `x?.let { it }`, `$0` in `x.map { $0 }`.
  package func subject(ofClosure declaration: Declaration) -> Expression? {
    guard let call = closureExpression(declaration)?.parent, call.kind == .call else { return nil }
    if call.calledName.hasPrefix("withUnsafe"), let given = call.argument("of") ?? call.argument("to") { return given }
    if call.calledName == "sink", isToldOfEnd(declaration, by: call) { return nil }
    if Self.argumentScopes.contains(call.calledName) { return call.receiver }
    return call.calledName == "with" || call.calledName == "withExtendedLifetime" ? call.argument(at: 0) : nil
  }

  /// Which argument of a closure a name stands for that no parameter declares: `it`, `$1`. Nil for any other name.
  static func placeOfArgument(_ name: String) -> Int? {
    if name == "it" { return 0 }
    return name.utf8.first == UInt8(ascii: "$") ? Int(name.dropFirst()) : nil
  }

  /// Of the closures of a `sink` the one that gets no value, but how the values ended.
  private func isToldOfEnd(_ closure: Declaration, by call: Expression) -> Bool {
    let given = call.arguments.filter { $0.value.kind == .closure }
    let label = given.first { $0.value.declaration == closure }?.label ?? ""
    return label == "receiveCompletion" || label.isEmpty && given.contains { $0.label == "receiveValue" }
  }
}

extension Expression {
  /// Without force unwraps, casts, `try?` and one-element parentheses.
  package var unwrapped: Expression {
    var current = self
    while true {
      switch current.kind {
      case .forced, .cast:
        guard !current.flags.contains(.test), let inner = current.first else { return current }
        current = inner
      case .unary where current.name == "try?" || current.name == "&" || current.name == "*":
        guard let inner = current.first else { return current }
        current = inner
      case .tuple where current.node.listCount == 1:
        guard let inner = current.values.first else { return current }
        current = inner
      default: return current
      }
    }
  }
}
