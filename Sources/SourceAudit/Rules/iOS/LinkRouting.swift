/// Whether host and scheme of a link are all that decides on a deed that cannot be taken back.
///
/// Whoever sends the link writes both. A host that is a domain counts: the system hands such links over only where the
/// domain names the app. Knows deeds by the verb that a function's name begins with.
struct LinkRouting {
  private static let deeds: Set<String> = [
    "delete", "erase", "wipe", "destroy", "purge", "transfer", "pay", "buy", "purchase", "withdraw", "approve", "grant",
    "revoke", "deactivate",
  ]
  private static let confirmations: Set<String> = [
    "confirm", "confirms", "confirmed", "confirmation", "alert", "ask", "asks", "prompt", "dialog", "present",
    "evaluate", "authenticate", "authenticated", "reauthenticate",
  ]
  /// Calls that run a closure without asking anybody.
  private static let runners: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "Task", "detached", "async", "asyncAfter", "sync", "run",
    "perform", "performAndWait", "onOpenURL", "onContinueUserActivity",
  ]
  /// Questions that a sender cannot answer by writing another link.
  private static let judgements = DeepLinkUnverified.questions.subtracting(["scheme", "host"])

  let project: Project
  let link: Inquiry.Subject
  let bodies: [Declaration]

  var decidesAlone: Bool {
    let calls = bodies.flatMap { project.expressions(in: $0) }.filter { $0.kind == .call }
    guard calls.contains(where: isDeed) else { return false }
    let asks = calls.contains { !Self.confirmations.isDisjoint(with: SecretWords.words(of: $0.calledName)) }
    guard !asks, !bodies.flatMap({ project.conditions(in: $0) }).contains(where: namesDomain) else { return false }
    let inquiry = Inquiry(project: project, questions: Self.judgements, askingForSender: ["sourceApplication"])
    return !inquiry.isAsked(link, in: bodies, reach: .influence)
  }

  private func isDeed(_ call: Expression) -> Bool {
    guard let verb = SecretWords.words(of: call.calledName).first, Self.deeds.contains(verb),
      call.arguments.contains(where: { project.door(of: $0.value)?.door == .link })
    else { return false }
    return !isHandedOn(call)
  }

  /// In a closure that somebody else runs, such as a button.
  private func isHandedOn(_ call: Expression) -> Bool {
    ([call.owner] + call.owner.enclosing).contains { scope in
      guard scope.kind == .closure, let run = project.closureExpression(scope)?.parent else { return false }
      return run.kind != .call || !Self.runners.contains(run.calledName)
    }
  }

  /// `url.scheme == "https"`, `url.host == "app.example"`, `settings.hosts.contains(host)`.
  private func namesDomain(_ condition: Condition) -> Bool {
    guard !condition.isBinding else { return false }
    let parts = project.parts(of: condition.asked)
    let texts = parts.compactMap(\.plainText)
    if texts.contains(where: { $0 == "https" || $0.contains(".") }) { return true }
    // A list that the code does not show; what is compared with the words of a switch stands alone.
    return texts.isEmpty && condition.asked.kind != .name && condition.asked.kind != .member
      && parts.contains { $0.kind == .member && $0.name == "host" }
  }
}
