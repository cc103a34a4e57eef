/// Whether what a biometric prompt unlocks is used once it says yes.
///
/// Follows the callback to the object or the class of the project that answers it, and what that calls: functions, and
/// closures that it was handed. Where the callback is not in the project, it is used.
///
/// Nothing is said where it goes on to what the project does not show, a closure of others, a continuation, a listener,
/// and where a closure uses a key, since that need not be this one.
struct PromptResult {
  /// What a key is reached by, and what is done with it.
  private static let uses: Set<String> = [
    "cryptoObject", "getCryptoObject", "doFinal", "sign", "unwrap", "CipherInputStream", "CipherOutputStream",
  ]
  private static let answer = "onAuthenticationSucceeded"
  private static let mostCallbacks = 8
  private static let mostLevels = 2
  /// Calls of a closure as an object.
  private static let invocations: Set<String> = ["invoke", "run", "call", "accept", "apply"]
  private static let closures: Set<String> = ["Runnable", "Callable", "Consumer", "Supplier", "Function"]
  /// Calls by which somebody else goes on.
  private static let resumptions: Set<String> = [
    "resume", "resumeWith", "resumeWithException", "complete", "trySend", "tryEmit",
  ]
  private static let listeners: Set<String> = [
    "listener", "callback", "delegate", "observer", "continuation", "deferred", "promise",
  ]

  let project: Project

  /// - Parameter call: the call that shows the prompt, on a prompt that was made with the callback or gets it here.
  /// - Returns: nil where the project does not show whether it is used.
  func isUsed(_ call: Expression, on prompt: Expression) -> Bool? {
    let made = project.origins(of: prompt, reach: .influence).passed.filter { $0.kind == .call }
    let given = (made + [call]).flatMap { $0.arguments.map(\.value) }
    let told = Set(given.flatMap { answers(in: $0) })
    let uses = told.map { isUsed(in: $0) }
    if uses.isEmpty || uses.contains(true) { return true }
    return uses.contains { $0 == nil } ? nil : false
  }

  /// The functions that a callback is told by.
  private func answers(in argument: Expression) -> [Declaration] {
    let leaves = project.origins(of: argument).leaves
    let found = leaves.prefix(Self.mostCallbacks).flatMap { leaf -> [Declaration] in
      if leaf.kind == .object { return leaf.declaration?.members ?? [] }
      guard leaf.kind == .call, let type = project.type(of: leaf), project.isType(type) else { return [] }
      return project.members(Self.answer, of: type, near: leaf.unit)
    }
    return found.filter { $0.kind == .function && $0.name == Self.answer && $0.hasBody }
  }

  private func isUsed(in answer: Declaration) -> Bool? {
    let bodies = project.reachable(from: answer)
    let isHanded = answer.parameters.first.map { isHandedOn($0, in: answer) } ?? false
    if isHanded || bodies.contains(where: namesUse) { return true }
    return bodies.contains { goesOn(from: $0, 0) } ? nil : false
  }

  private func namesUse(_ body: Declaration) -> Bool {
    project.expressions(in: body).contains { Self.uses.contains($0.kind == .call ? $0.calledName : $0.name) }
  }

  // MARK: what is not known

  /// Whether a body calls what the project does not show, or a closure that uses a key.
  private func goesOn(from body: Declaration, _ level: Int) -> Bool {
    project.expressions(in: body).contains { $0.kind == .call && mayUse($0, level) }
  }

  private func mayUse(_ call: Expression, _ level: Int) -> Bool {
    guard project.bodies(calledBy: call).isEmpty else { return false }
    if Self.resumptions.contains(call.calledName) || call.receiver.map(isListener) ?? false { return true }
    // What an interface asks for, and nobody in the project has.
    if project.functions(calledBy: call).contains(where: { $0.kind == .function }) { return true }
    let handed = call.arguments.map(\.value).filter { isClosure($0) }
    return (handed + [held(by: call)].compactMap { $0 }).contains { mayUse(behind: $0, level) }
  }

  /// The variable whose closure is called: `done()`, `done?.invoke()`, `task.run()`.
  private func held(by call: Expression) -> Expression? {
    guard let callee = call.first?.unwrapped else { return nil }
    if callee.kind == .member, Self.invocations.contains(callee.name), let base = callee.first?.unwrapped {
      if callee.name == "invoke" ? !variables(base).isEmpty : isClosure(base) { return base }
    }
    return variables(callee).isEmpty ? nil : callee
  }

  private func variables(_ name: Expression) -> [Declaration] {
    guard name.kind == .name || name.kind == .member else { return [] }
    return project.declarations(of: name).filter { [.parameter, .local, .property].contains($0.kind) }
  }

  private func isClosure(_ name: Expression) -> Bool {
    variables(name).contains { $0.typeText.contains("->") || Self.closures.contains($0.typeName) }
  }

  private func isListener(_ receiver: Expression) -> Bool {
    let receiver = receiver.unwrapped
    guard receiver.kind == .name || receiver.kind == .member else { return false }
    let names = [receiver.name] + variables(receiver).map(\.typeName)
    return names.contains { !Self.listeners.isDisjoint(with: SecretWords.words(of: $0)) }
  }

  private func mayUse(behind closure: Expression, _ level: Int) -> Bool {
    let origins = project.origins(of: closure)
    guard level < Self.mostLevels, origins.parameters.isEmpty, !origins.isCut, !origins.leaves.isEmpty else {
      return true
    }
    return origins.leaves.contains { leaf in
      if leaf.kind == .null { return false }
      let found = leaf.kind == .closure ? [leaf.declaration].compactMap { $0 } : project.declarations(of: leaf)
      let bodies = found.filter { $0.kind == .closure || $0.kind == .function && $0.hasBody }
      return bodies.isEmpty
        || bodies.flatMap { project.reachable(from: $0) }.contains { namesUse($0) || goesOn(from: $0, level + 1) }
    }
  }

  // MARK: the result

  /// Whether the result as a whole goes to somebody else; a line in a log is nobody.
  private func isHandedOn(_ result: Declaration, in answer: Declaration) -> Bool {
    project.expressions(in: answer).contains { use in
      guard use.kind == .name, use.node.name == result.record.name, let parent = use.parent else { return false }
      return switch parent.kind {
      case .call where parent.calleeID != use.id: parent.receiver?.name != "super" && !Self.isLog(parent)
      case .assignment: parent.calleeID != use.id
      default: false
      }
    }
  }

  private static func isLog(_ call: Expression) -> Bool {
    ["println", "v", "d", "i", "w", "e", "wtf"].contains(call.calledName)
  }
}
