import UntrustedInput

/// A payload of Apple's push service.
extension RemoteNotificationCheck {
  func checkApple(_ payload: JSONNode) throws(RemoteNotificationRefusal) {
    for member in try members(payload, "the payload") {
      if member.name == "aps" { try checkAps(member.node) } else { try data(member, "data") }
    }
  }

  private func checkAps(_ aps: JSONNode) throws(RemoteNotificationRefusal) {
    var shown: JSONMember?
    var woken: JSONMember?
    for member in try members(aps, "aps") {
      let node = member.node
      switch member.name {
      case "alert":
        shown = member
        try checkAlert(node)
      case "badge":
        shown = member
        guard let count = node.integer, (0...99).contains(count) else { throw wrong("aps.badge", node) }
      case "sound":
        shown = member
        try checkSound(node, "aps.sound")
      case "content-available":
        guard node.integer == 1 else { throw wrong("aps.content-available", node) }
        woken = member
      case "mutable-content":
        guard node.integer == 1 || node.integer == 0 else { throw wrong("aps.mutable-content", node) }
        guard node.integer == 0 || rules.allowsMutableContent else { throw .mutableContent(at: member.position) }
      case "category", "thread-id", "target-content-id": try name(node, "aps.\(member.name)")
      case "interruption-level":
        guard ["passive", "active", "time-sensitive"].contains(node.string) else {
          throw wrong("aps.interruption-level", node)
        }
      case "relevance-score":
        // Of two decimals at most: a longer number may be anybody's.
        guard case .number(let digits) = node.value, digits.utf8.count <= 4,
          Double(digits).map({ (0...1).contains($0) }) == true
        else { throw wrong("aps.relevance-score", node) }
      default: throw .unknownKey(path: "aps", at: member.position)
      }
    }
    if let woken, shown != nil { throw .mixedBackground(at: woken.position) }
  }

  private func checkAlert(_ alert: JSONNode) throws(RemoteNotificationRefusal) {
    if alert.string != nil { return try words(alert, "aps.alert") }
    for member in try members(alert, "aps.alert") {
      let path = "aps.alert.\(member.name)"
      switch member.name {
      case "title", "subtitle", "body": try words(member.node, path)
      case "loc-key", "title-loc-key", "subtitle-loc-key": try textKey(member.node, path)
      case "loc-args", "title-loc-args", "subtitle-loc-args": try arguments(member.node, path)
      default: throw .unknownKey(path: "aps.alert", at: member.position)
      }
    }
  }

  /// The name of a file in the app.
  func checkSound(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) {
    let name = try text(node, path)
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "_-.".utf8.contains($0)
      }), rules.isHarmless(name, under: "sound")
    else { throw .freeText(path: path, at: node.position) }
  }
}
