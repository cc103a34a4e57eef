/// Whether host and scheme of a link are all that decides on a deed that cannot be taken back.
///
/// Whoever sends the link writes both. A host that is a domain counts: the system hands such links over only where the
/// domain names the app. So does what the sender cannot make up. Does not tell whether a question is a good one.
struct LinkRouting {
  private static let confirmations: Set<String> = [
    "confirm", "confirms", "confirmed", "confirmation", "alert", "ask", "asks", "prompt", "dialog", "present",
    "evaluate", "authenticate", "authenticated", "reauthenticate",
  ]
  /// Checks of a code over the link that only who has the key can make.
  private static let codes: Set<String> = ["isValidAuthenticationCode", "isValidSignature", "SecKeyVerifySignature"]
  /// Calls whose closure looks for something in a list.
  private static let searches: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "first", "firstIndex", "last", "contains", "allSatisfy", "removeAll",
  ]
  /// What says where the link leads, or how much is in it.
  private static let outward: Set<String> = ["host", "scheme", "count", "isEmpty"]
  /// Questions that a sender cannot answer by writing another link.
  private static let judgements = DeepLinkUnverified.questions.subtracting(["scheme", "host"])

  let project: Project
  let link: Inquiry.Subject
  /// What is handed the link, then what it calls.
  let bodies: [Declaration]

  private var deeds: LinkDeed { LinkDeed(project: project, handler: bodies.first) }
  private var conditions: [Condition] { bodies.flatMap { project.conditions(in: $0) } }

  var decidesAlone: Bool {
    let calls = bodies.flatMap { project.expressions(in: $0) }.filter { $0.kind == .call }
    let done = calls.filter(deeds.isDeed)
    guard !done.isEmpty else { return false }
    let asked = calls.filter { !Self.confirmations.isDisjoint(with: SecretWords.words(of: $0.calledName)) }
    guard done.contains(where: { deed in !asked.contains { stands($0, before: deed) } }),
      !conditions.contains(where: namesDomain), !isProven
    else { return false }
    let inquiry = Inquiry(project: project, questions: Self.judgements, askingForSender: ["sourceApplication"])
    return !inquiry.isAsked(link, in: bodies, reach: .influence)
  }

  /// Whether the link is asked for what its sender cannot make up: a code over it, or what the app itself gave out.
  var isProven: Bool {
    conditions.contains { condition in
      isOnTheWay(condition.asked)
        && project.parts(of: condition.asked).contains { part in
          (part.owner.kind != .closure || part.owner == condition.asked.owner) && proves(part)
        }
    }
  }

  private func proves(_ part: Expression) -> Bool {
    if part.kind == .call {
      return Self.codes.contains(part.calledName)
        && part.arguments.contains { project.door(of: $0.value)?.door == .link }
    }
    guard part.kind == .binary, ["==", "!="].contains(part.name), let left = part.first, let right = part.second else {
      return false
    }
    return isParameter(left) && isOwn(right) || isParameter(right) && isOwn(left)
  }

  /// What stands in a query, a fragment or a path: not the link as a whole, nor where it leads.
  private func isParameter(_ side: Expression) -> Bool {
    guard project.door(of: side)?.door == .link else { return false }
    let names = project.origins(of: side, reach: .influence).names
    return names.contains { DeepLinkUnverified.parts.contains($0) && $0 != "absoluteString" }
      && Self.outward.isDisjoint(with: names)
  }

  /// What neither the link nor the source says: a property that changes, or what a call gives.
  private func isOwn(_ side: Expression) -> Bool {
    let side = side.unwrapped
    guard [.name, .member, .call, .index].contains(side.kind), side.kind != .member || side.first != nil,
      project.door(of: side) == nil
    else { return false }
    let known = project.declarations(of: side)
    if known.contains(where: { $0.kind == .enumCase }) { return false }
    let isKept = known.contains {
      $0.kind == .property && !$0.flags.contains(.isConstant) && $0.keyword != "computed"
    }
    return isKept || project.texts(of: side).isEmpty
  }

  /// Not in a closure that looks for something in a list.
  private func isOnTheWay(_ asked: Expression) -> Bool {
    guard asked.owner.kind == .closure, asked.owner != bodies.first else { return true }
    return project.closureExpression(asked.owner)?.parent.map { !Self.searches.contains($0.calledName) } ?? true
  }

  // MARK: before the deed

  /// Whether a question stands before a deed, in one body or by what the bodies call.
  private func stands(_ question: Expression, before deed: Expression) -> Bool {
    for body in bodies {
      guard let first = place(of: question, in: body), let second = place(of: deed, in: body), first != second else {
        continue
      }
      return first < second
    }
    return true
  }

  /// Where a call runs in a body: its own place, or that of the first call that leads to it.
  private func place(of call: Expression, in body: Declaration) -> UInt32? {
    let range = body.record.offset..<max(body.record.offset + 1, body.record.end)
    if call.unit === body.unit, range.contains(call.offset) { return call.first?.offset ?? call.offset }
    guard let around = call.owner.enclosingFunction else { return nil }
    return project.expressions(in: body).first { step in
      step.kind == .call
        && project.bodies(calledBy: step).contains { project.reachable(from: $0, levels: 1).contains(around) }
    }?.first?.offset
  }

  // MARK: domains

  /// `url.scheme == "https"`, `url.host == "app.example"`, `settings.hosts.contains(host)`.
  private func namesDomain(_ condition: Condition) -> Bool {
    !condition.isBinding && Self.terms(of: condition.asked).contains { namesDomain($0) }
  }

  private static func terms(of asked: Expression) -> [Expression] {
    guard asked.kind == .binary, ["&&", "||"].contains(asked.name) else { return [asked] }
    return asked.children.flatMap { terms(of: $0) }
  }

  private func namesDomain(_ asked: Expression) -> Bool {
    let isAlone = [.string, .name, .member].contains(asked.kind)
    // The case of a switch stands without what it is compared with.
    if isAlone, project.texts(of: asked).contains(where: Self.isDomain) { return true }
    let parts = project.parts(of: asked)
    let texts = parts.compactMap(\.plainText)
    // A list that the code does not show.
    let isHidden = texts.isEmpty && !isAlone && parts.contains { $0.kind == .member && $0.name == "host" }
    guard isHidden || texts.contains(where: Self.isDomain) else { return false }
    return parts.contains(where: deeds.isOfLink)
  }

  private static func isDomain(_ text: String) -> Bool { text == "https" || text.contains(".") }
}
