/// What a handler of script messages does for whoever posts: it answers with something, keeps, opens, sends or runs what
/// it was handed, or does a deed that cannot be taken back.
///
/// Told by where the message flows and by the words of what is called outside of the project. To show or to write down
/// what was posted is no deed, and neither is to give it back as it came.
struct ScriptDeed {
  /// What a deed is called that is done with what it is given.
  private static let verbs: Set<String> = [
    "open", "load", "save", "store", "persist", "write", "remove", "execute", "upload", "download", "share", "export",
    "import", "authenticate", "authorize",
  ]
  /// Verbs that are a deed with one of the objects: `createFile`, `dataTask`.
  private static let verbsWithObject: Set<String> = ["create", "copy", "move", "data", "upload", "download"]
  private static let objects: Set<String> = ["file", "directory", "item", "task"]
  private static let setters: Set<String> = ["set", "setValue", "setObject"]
  /// What takes or changes a secret whatever it is given.
  private static let sweeping: Set<String> = [
    "SecItemAdd", "SecItemUpdate", "SecItemDelete", "removeObject", "removeItem", "removePersistentDomain",
  ]
  private static let answers: Set<String> = ["evaluateJavaScript", "callAsyncJavaScript"]
  /// What holds values while the app runs, or writes them down for its makers.
  private static let holders: Set<String> = [
    "Set", "Array", "Dictionary", "NSCache", "NSMutableArray", "NSMutableDictionary", "NSMutableSet",
    "PassthroughSubject", "CurrentValueSubject", "Logger", "OSLog",
  ]

  let project: Project
  let handler: Declaration
  /// The handler, and what it calls.
  let bodies: [Declaration]

  var isDone: Bool {
    let calls = bodies.flatMap { project.expressions(in: $0) }.filter { $0.kind == .call }
    let irrevocable = LinkDeed(project: project, handler: handler, door: .scriptMessage)
    return givesBack || calls.contains { isAnswer($0) || isDeed($0) || irrevocable.isDeed($0) }
  }

  // MARK: answers

  /// A handler that answers by what it returns: `return (token, nil)`.
  private var givesBack: Bool {
    guard handler.unit.language == .swift, !handler.typeText.isEmpty else { return false }
    return project.results(of: handler).contains { result in
      isGiven(result.kind == .tuple ? result.values.first ?? result : result)
    }
  }

  private func isAnswer(_ call: Expression) -> Bool {
    if Self.answers.contains(call.calledName) {
      let values = call.argument("arguments").map { project.origins(of: $0).leaves.filter { $0.kind == .dictionary } }
      let named = (values ?? []).flatMap(\.values)
      return ([call.argument(at: 0)].compactMap { $0 } + named).contains { isGiven($0) }
    }
    guard let callee = call.first, callee.kind == .name, let answer = call.argument(at: 0), isReply(callee) else {
      return false
    }
    return isGiven(answer)
  }

  /// Whether a call is of the closure that the handler was handed to answer with, under whatever name it was handed on.
  private func isReply(_ callee: Expression) -> Bool {
    guard project.declarations(of: callee).contains(where: { $0.kind == .parameter }) else { return false }
    return project.origins(of: callee).passed.contains { part in
      part.kind == .name && project.declarations(of: part).contains { $0.kind == .parameter && $0.parent == handler }
    }
  }

  /// Whether the page learns something from it: no literal, and not what it posted itself.
  private func isGiven(_ value: Expression) -> Bool {
    let value = value.unwrapped
    if value.kind == .boolean || value.kind == .null || project.isConstant(value) { return false }
    return !isEcho(value)
  }

  private func isEcho(_ value: Expression) -> Bool {
    let leaves = project.origins(of: value).leaves.filter { $0.kind != .index && $0.kind != .string }
    return !leaves.isEmpty && leaves.allSatisfy { isOfMessage($0) }
  }

  /// `message.body`
  private func isOfMessage(_ leaf: Expression) -> Bool {
    var root = leaf
    while root.kind == .member, let base = root.first?.unwrapped { root = base }
    guard root.kind == .name else { return false }
    return project.declarations(of: root).contains { $0.kind == .parameter && project.door(of: $0) == .scriptMessage }
  }

  // MARK: deeds

  private func isDeed(_ call: Expression) -> Bool {
    // What the project's own functions do is looked at inside of them.
    guard let callee = call.first, callee.name.first?.isUppercase != true || Self.sweeping.contains(callee.name),
      project.bodies(calledBy: call).isEmpty, !isOnHolder(call)
    else { return false }
    if Self.sweeping.contains(call.calledName) { return true }
    guard isNamedLikeDeed(call) else { return false }
    let given = call.arguments.map(\.value) + (call.calledName == "write" ? [call.receiver].compactMap { $0 } : [])
    return given.contains { $0.kind != .closure && project.door(of: $0)?.door == .scriptMessage }
  }

  private func isNamedLikeDeed(_ call: Expression) -> Bool {
    let words = SecretWords.words(of: call.calledName)
    guard let verb = words.first else { return false }
    return Self.setters.contains(call.calledName) || Self.verbs.contains(verb)
      || Self.verbsWithObject.contains(verb) && !Self.objects.isDisjoint(with: words)
  }

  private func isOnHolder(_ call: Expression) -> Bool {
    guard let receiver = call.receiver else { return false }
    if let type = project.type(of: receiver) { return type.hasPrefix("[") || Self.holders.contains(type) }
    if !Set(SecretWords.words(of: receiver.unwrapped.name)).isDisjoint(with: ["log", "logger"]) { return true }
    return project.origins(of: receiver).leaves.contains { $0.kind == .array || $0.kind == .dictionary }
  }
}
