/// Deeds that a handler of links does: calls that cannot be taken back, told by the words that a function's name begins
/// with, and given a part of the link, or chosen by one.
///
/// To build a value is no deed, and neither is what a button or somebody else's closure does.
struct LinkDeed {
  private static let verbs: Set<String> = [
    "delete", "erase", "wipe", "destroy", "purge", "transfer", "pay", "buy", "purchase", "withdraw", "approve", "grant",
    "revoke", "deactivate", "unlink", "unpair",
  ]
  /// Verbs that are a deed with one of the objects: `sendMoney`.
  private static let verbsWithObject: Set<String> = ["send", "remove", "disable", "close"]
  private static let objects: Set<String> = [
    "money", "payment", "payments", "funds", "device", "devices", "account", "accounts", "password", "passcode",
    "member", "members", "owner", "payee", "beneficiary",
  ]
  /// What takes everything and so needs no argument.
  private static let sweeping: Set<String> = ["wipe", "erase", "destroy", "deactivate"]
  private static let logins: Set<String> = ["sign in", "signin", "log in", "login"]
  /// What the app can fetch again.
  private static let fetched: Set<String> = ["cache", "caches", "cached", "thumbnail", "thumbnails"]
  /// Calls that run a closure without asking anybody.
  private static let runners: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "Task", "detached", "async", "asyncAfter", "sync", "run",
    "perform", "performAndWait", "onOpenURL", "onContinueUserActivity", "addOperation", "addBarrierBlock",
    "withAnimation", "withTransaction", "animate",
  ]

  let project: Project
  /// What is handed the link.
  let handler: Declaration?
  /// What the link stands for: all that comes through this door.
  var door = UntrustedDoor.link

  func isDeed(_ call: Expression) -> Bool {
    let words = SecretWords.words(of: call.calledName)
    guard let verb = words.first else { return false }
    let isLogin = Self.logins.contains(verb) || Self.logins.contains(words.prefix(2).joined(separator: " "))
    let isWithObject = Self.verbsWithObject.contains(verb) && !Self.objects.isDisjoint(with: words)
    guard isLogin || isWithObject || Self.verbs.contains(verb), !makesValue(call), !isHandedOn(call) else {
      return false
    }
    let owner = SecretWords.words(of: call.receiver?.name ?? "")
    guard Self.fetched.isDisjoint(with: words + owner) else { return false }
    let given = call.arguments.map(\.value).filter { $0.kind != .closure }
    if given.isEmpty { return Self.sweeping.contains(verb) && project.isGoverned(call, by: isOfLink) }
    return given.contains { isLogin && door == .link ? isPartOfLink($0) : project.door(of: $0)?.door == door }
  }

  func isOfLink(_ part: Expression) -> Bool {
    (part.kind == .name || part.kind == .member) && project.door(of: part)?.door == door
  }

  /// A login by the whole link is the library's, which reads it.
  private func isPartOfLink(_ value: Expression) -> Bool {
    let names = project.origins(of: value, reach: .influence).names
    return project.door(of: value)?.door == .link
      && names.contains { $0 != "absoluteString" && DeepLinkUnverified.parts.contains($0) }
  }

  /// `.purchase(plan: id)`, `Transfer(to: id)`, and `Route.pay(id)` of a case.
  private func makesValue(_ call: Expression) -> Bool {
    guard let callee = call.first, callee.name.first?.isUppercase != true else { return true }
    guard callee.kind == .member else { return false }
    guard let base = callee.first else { return true }
    return base.path?.last?.first?.isUppercase == true
      && project.declarations(of: callee).contains { $0.kind == .enumCase }
  }

  /// In a closure inside of the handler that somebody else runs, such as a button.
  private func isHandedOn(_ call: Expression) -> Bool {
    let scopes = ([call.owner] + call.owner.enclosing).prefix { $0.kind == .closure && $0 != handler }
    return scopes.contains { scope in
      guard let run = project.closureExpression(scope)?.parent else { return false }
      return run.kind != .call || !Self.runners.contains(run.calledName)
    }
  }
}
