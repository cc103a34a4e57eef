extension SourceUnitBuilder {
  /// Functions of the standard libraries that call what they are given with what they are called on, or with its
  /// elements.
  private static let callers: Set<String> = [
    "let", "also", "run", "map", "mapNotNull", "flatMap", "forEach", "onEach", "filter", "takeIf", "takeUnless", "use",
    "any", "all", "none", "ifPresent", "peek", "anyMatch", "allMatch", "noneMatch", "thenAccept", "thenApply",
  ]

  /// `x.let(::f)` as `x.let { f(it) }`: what is called stands as a call, however it is written.
  mutating func writtenOut(
    _ arguments: [(label: String, value: ExpressionID)], of callee: ExpressionID
  ) -> [(label: String, value: ExpressionID)] {
    let called = expressions[Int(callee.raw)]
    guard arguments.count == 1, called.kind == .member, Self.callers.contains(names[Int(called.name.raw)]) else {
      return arguments
    }
    let reference = expressions[Int(arguments[0].value.raw)]
    let name = names[Int(reference.name.raw)]
    guard reference.kind == .reference, name != "class", name != "new" else { return arguments }
    let place = Int(reference.offset)
    let base = ExpressionID(raw: reference.first)
    let id = open(.closure, at: place)
    setHasBody(id)
    let function = expression(base.isPresent ? .member : .name, name: name, first: base, at: place)
    let subject = expression(.name, name: "it", at: place)
    yield(call(function, [("", subject)], at: place))
    close(end: place + 2 + name.utf8.count)
    return [(arguments[0].label, expression(.closure, of: id, at: place))]
  }
}
