/// Arguments of closures that no parameter declares.
extension Project {
  /// Functions of Kotlin's libraries whose closures get nothing, or a receiver: `it` inside belongs to a closure around.
  private static let givingNothing: Set<String> = [
    "run", "apply", "with", "buildString", "lazy", "launch", "async", "withContext", "runBlocking", "runCatching",
    "coroutineScope", "supervisorScope", "synchronized", "withLock", "thread", "post", "postDelayed", "runOnUiThread",
    "measureTimeMillis", "require", "check", "getOrPut",
  ]

  /// The closure whose argument a name stands for: the innermost one, of `it` in Kotlin the innermost one that gets an
  /// argument and gives it no name.
  ///
  /// Does not know what the project does not declare: a type that has another name for `() -> Unit`.
  func closure(givenAs use: Expression, steps: Int = 0) -> Declaration? {
    let closures = ([use.owner] + use.owner.enclosing).filter { $0.kind == .closure }
    guard closures.count > 1, use.name == "it", use.unit.language == .kotlin else { return closures.first }
    return closures.first { getsUnnamed($0, steps) } ?? closures.first
  }

  private func getsUnnamed(_ closure: Declaration, _ steps: Int) -> Bool {
    let parameters = closure.parameters
    // One that is taken apart has no name itself.
    guard parameters.isEmpty || parameters.contains(where: \.name.isEmpty) else { return false }
    guard let written = closureExpression(closure) else { return true }
    if let variable = closure.unit.declaration(withValue: written.id) { return !Self.takesNothing(variable.typeText) }
    guard let call = written.parent, call.kind == .call else { return true }
    let called = functions(calledBy: call, steps: steps + 1)
    if called.isEmpty { return !Self.givingNothing.contains(call.calledName) }
    let isLast = call.arguments.last?.value == written
    return !called.contains { function in
      let parameters = function.parameters
      let parameter =
        parameters.first { argument(of: call, for: $0, in: function) == written } ?? (isLast ? parameters.last : nil)
      return parameter.map { Self.takesNothing($0.typeText) } ?? false
    }
  }

  /// `()->String`, `(()->String)?`, `Editor.()->Unit`
  private static func takesNothing(_ type: String) -> Bool {
    var text = type[...]
    if text.hasPrefix("("), text.hasSuffix(")?") { text = text.dropFirst().dropLast(2) }
    guard text.contains("->"), let open = text.firstIndex(of: "(") else { return false }
    return text[text.index(after: open)...].first == ")"
  }
}
