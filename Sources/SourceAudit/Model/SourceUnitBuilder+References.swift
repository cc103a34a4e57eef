extension SourceUnitBuilder {
  /// Functions of the standard libraries that call what they are given with what they are called on, or with its
  /// elements.
  private static let callers: Set<String> = [
    "let", "also", "run", "map", "mapNotNull", "flatMap", "forEach", "onEach", "filter", "takeIf", "takeUnless", "use",
    "any", "all", "none", "ifPresent", "peek", "anyMatch", "allMatch", "noneMatch", "thenAccept", "thenApply",
    "forEachOrdered", "onSuccess",
  ]
  /// Those of Kotlin in whose closure it is called `this`.
  private static let receiverScopes: Set<String> = ["run", "apply", "with"]

  /// `x.let(::f)` as `x.let { f(it) }`, `with(x, ::f)` as `with(x) { f(this) }`: what is called stands as a call, however
  /// it is written.
  mutating func writtenOut(
    _ arguments: [(label: String, value: ExpressionID)], of callee: ExpressionID
  ) -> [(label: String, value: ExpressionID)] {
    let called = expressions[Int(callee.raw)]
    guard let last = arguments.last, arguments.count <= 2 else { return arguments }
    let scope = names[Int(called.name.raw)]
    let isReceiver = language == .kotlin && Self.receiverScopes.contains(scope)
    let isCalling =
      called.kind == .member
      ? arguments.count == 1 && scope != "with" && (isReceiver || Self.callers.contains(scope))
      : called.kind == .name && arguments.count == 2 && isReceiver && scope == "with"
    guard isCalling else { return arguments }
    let reference = expressions[Int(last.value.raw)]
    let name = names[Int(reference.name.raw)]
    guard reference.kind == .reference, name != "class", name != "new" else { return arguments }
    let place = Int(reference.offset)
    let base = ExpressionID(raw: reference.first)
    let id = open(.closure, at: place)
    setHasBody(id)
    let function = expression(base.isPresent ? .member : .name, name: name, first: base, at: place)
    let subject = expression(.name, name: isReceiver ? "this" : "it", at: place)
    yield(call(function, [("", subject)], at: place))
    close(end: place + 2 + name.utf8.count)
    return Array(arguments.dropLast()) + [(label: last.label, value: expression(.closure, of: id, at: place))]
  }
}
