/// The schemes of the address that a query belongs to, as far as the code around it says them.
///
/// Only what is said of this very address counts: a scheme that is assigned to it, and the text that it is made of. A
/// literal elsewhere in the function is another address.
enum AddressScheme {
  /// What sends an address, with its query, to another machine.
  private static let network: Set<String> = ["http", "https", "ws", "wss", "ftp", "ftps"]
  private static let makers: Set<String> = [
    "URLComponents", "NSURLComponents", "URL", "NSURL", "URI", "Uri", "parse", "get", "create", "init",
  ]
  private static let queries: Set<String> = ["queryItems", "percentEncodedQueryItems"]
  private static let mostSteps = 64
  private static let mostHolders = 4

  /// Whether nothing goes over the network: `otpauth:` and the scheme of another app. False when no scheme is known.
  ///
  /// - Parameter part: an item of a query, or the call that adds one to a builder.
  static func isOther(for part: Expression, _ project: Project) -> Bool {
    let found = holders(of: part, project).flatMap { schemes(behind: $0, project) + assigned(to: $0, project) }
    return !found.isEmpty && !found.contains(where: network.contains)
  }

  /// `otpauth` of `otpauth://totp`, in small letters. Source: RFC 3986, section 3.1.
  static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), text.first?.isLetter ?? false,
      text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return text[..<colon].lowercased()
  }

  static func isOther(_ scheme: String) -> Bool { !network.contains(scheme) }

  /// What the query is given to.
  private static func holders(of part: Expression, _ project: Project, depth: Int = 0) -> [Expression] {
    guard part.unit.isOfApple else { return [part] }
    var top = part
    while let parent = top.parent {
      if parent.kind == .assignment, parent.calleeID != top.id, let target = parent.first?.unwrapped {
        if target.kind == .member, queries.contains(target.name) { return target.first.map { [$0] } ?? [] }
        return uses(of: target, project, depth)
      }
      if parent.kind == .call, parent.calleeID != top.id, let receiver = parent.receiver?.unwrapped {
        if queries.contains(receiver.name) { return receiver.first.map { [$0] } ?? [] }
        if parent.arguments.contains(where: { queries.contains($0.label) && $0.value == top }) { return [receiver] }
        if ["append", "addObject"].contains(parent.calledName) { return uses(of: receiver, project, depth) }
      }
      top = parent
    }
    guard let list = part.unit.declaration(withValue: top.id) else { return [] }
    return uses(of: list, project, depth)
  }

  private static func uses(of list: Expression, _ project: Project, _ depth: Int) -> [Expression] {
    project.declarations(of: list).prefix(mostHolders).flatMap { uses(of: $0, project, depth) }
  }

  /// What a list of items is given to.
  private static func uses(of list: Declaration, _ project: Project, _ depth: Int) -> [Expression] {
    guard depth < 2 else { return [] }
    let uses = project.knownHandovers.answer(list) {
      let scope = list.kind == .local ? list.parent?.record : nil
      let mentions = list.unit.mentions(list.name).lazy.filter { use in
        if let scope, use.offset < list.record.offset || use.offset >= scope.end { return false }
        return isHandedOver(use) && project.declarations(of: use).contains(list)
      }
      return Array(mentions.prefix(mostHolders))
    }
    return uses.flatMap { holders(of: $0, project, depth: depth + 1) }
  }

  private static func isHandedOver(_ use: Expression) -> Bool {
    guard let around = use.parent else { return false }
    return around.kind == .call || around.kind == .array || around.kind == .assignment && around.calleeID != use.id
  }

  /// The schemes at the beginning of the texts that an address is made of, and what its builders are told.
  private static func schemes(behind address: Expression, _ project: Project) -> [String] {
    var found: [String] = []
    var waiting = [address]
    var seen: Set<Expression> = []
    while let here = waiting.popLast()?.unwrapped, seen.count < mostSteps {
      guard seen.insert(here).inserted else { continue }
      switch here.kind {
      case .string:
        guard let start = here.list.first else { continue }
        if let value = here.unit.expression(start.value) {
          waiting.append(value)
        } else {
          let text = here.unit.name(start.name)
          if text.contains("://"), let scheme = scheme(of: text) { found.append(scheme) }
        }
      case .binary where here.name == "+": if let first = here.first { waiting.append(first) }
      case .call:
        if here.calledName == "scheme" { found += texts(of: here.argument(at: 0), project) }
        if makers.contains(here.calledName), let given = here.argument("string") ?? here.argument(at: 0) {
          waiting.append(given)
        }
        if let receiver = project.receiver(of: here) { waiting.append(receiver) }
        // What a function of the project gives back.
        if !project.functions(calledBy: here).isEmpty {
          waiting += project.origins(of: here, keepsTexts: true).leaves
        }
      case .name, .member: waiting += project.origins(of: here, keepsTexts: true).leaves
      default: continue
      }
    }
    return found
  }

  /// `parts.scheme = "otpauth"`, `builder.scheme("otpauth")`.
  private static func assigned(to holder: Expression, _ project: Project) -> [String] {
    let holder = base(of: holder, project)
    return holder.unit.mentions("scheme").flatMap { mention -> [String] in
      guard let parent = mention.parent, parent.calleeID == mention.id,
        parent.kind == .assignment || parent.kind == .call
      else { return [] }
      let written = mention.kind == .member ? mention.first : nil
      guard let other = written ?? project.implicitReceivers(of: mention.owner).first,
        isSame(base(of: other, project), holder, project)
      else { return [] }
      return texts(of: parent.kind == .assignment ? parent.second : parent.argument(at: 0), project)
    }
  }

  private static func texts(of value: Expression?, _ project: Project) -> [String] {
    value.map { project.texts(of: $0).map { $0.lowercased() } } ?? []
  }

  /// What a chain of calls begins with.
  private static func base(of chain: Expression, _ project: Project) -> Expression {
    var here = chain.unwrapped
    for _ in 0..<mostSteps {
      guard here.kind == .call, let next = project.receiver(of: here) else { break }
      here = next.unwrapped
    }
    return here
  }

  private static func isSame(_ one: Expression, _ other: Expression, _ project: Project) -> Bool {
    if one == other { return true }
    guard one.kind == other.kind, one.kind == .name || one.kind == .member, one.name == other.name else { return false }
    let declared = project.declarations(of: one)
    guard !declared.isEmpty else { return one.name.hasPrefix("$") && one.owner == other.owner }
    return !Set(declared).isDisjoint(with: project.declarations(of: other))
  }
}
