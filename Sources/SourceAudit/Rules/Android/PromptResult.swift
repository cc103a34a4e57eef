/// Whether what a biometric prompt unlocks is used once it says yes.
///
/// Follows the callback to the object or the class of the project that answers it, and what that calls. Where the callback
/// is not in the project, it is used.
struct PromptResult {
  /// What a key is reached by, and what is done with it.
  private static let uses: Set<String> = [
    "cryptoObject", "getCryptoObject", "doFinal", "sign", "unwrap", "CipherInputStream", "CipherOutputStream",
  ]
  private static let answer = "onAuthenticationSucceeded"
  private static let mostCallbacks = 8

  let project: Project

  /// - Parameter call: the call that shows the prompt, on a prompt that was made with the callback or gets it here.
  func isUsed(_ call: Expression, on prompt: Expression) -> Bool {
    let made = project.origins(of: prompt, reach: .influence).passed.filter { $0.kind == .call }
    let given = (made + [call]).flatMap { $0.arguments.map(\.value) }
    let told = Set(given.flatMap { answers(in: $0) })
    return told.isEmpty || told.contains { isUsed(in: $0) }
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

  private func isUsed(in answer: Declaration) -> Bool {
    let bodies = project.reachable(from: answer)
    let isReached = bodies.contains { body in
      project.expressions(in: body).contains { part in
        Self.uses.contains(part.kind == .call ? part.calledName : part.name)
      }
    }
    return isReached || answer.parameters.first.map { isHandedOn($0, in: answer) } ?? false
  }

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
