import SecurityPolicy
import UntrustedInput

/// A request to Firebase Cloud Messaging.
extension RemoteNotificationCheck {
  func checkFirebase(_ message: JSONNode) throws(RemoteNotificationRefusal) {
    var sent: [JSONMember] = []
    for member in try members(message, "message") {
      let node = member.node
      switch member.name {
      case "token":
        // The letters of Google's tokens: nothing else that names somebody.
        guard let token = node.string, (1...PushToken.limit).contains(token.utf8.count),
          token.utf8.allSatisfy({ Self.isLetterOrDigit($0) || "_-:".utf8.contains($0) })
        else { throw wrong("message.token", node) }
      case "topic": try checkTopic(node)
      case "notification":
        sent.append(member)
        for member in try members(node, "message.notification") {
          switch member.name {
          case "title", "body": try words(member.node, "message.notification.\(member.name)")
          default: throw .unknownKey(path: "message.notification", at: member.position)
          }
        }
      case "data":
        sent.append(member)
        for member in try members(node, "message.data") {
          guard member.node.string != nil else { throw wrong("message.data", member.node) }
          try data(member, "message.data")
        }
      case "android": try checkAndroid(node)
      case "apns": try checkBridged(node)
      default: throw .unknownKey(path: "message", at: member.position)
      }
    }
    guard JSONWriter().bytes(JSONNode(.object(sent))).count <= Self.limit else {
      throw .tooLarge(path: "message", limit: Self.limit)
    }
  }

  /// A word without blanks that redaction would leave as it is. What it says about those who get it is for the sender.
  private func checkTopic(_ node: JSONNode) throws(RemoteNotificationRefusal) {
    let topic = try text(node, "message.topic")
    guard (1...64).contains(topic.utf8.count),
      topic.utf8.allSatisfy({
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "_-.~".utf8.contains($0)
      })
    else { throw .freeText(path: "message.topic", at: node.position) }
    guard rules.isHarmless(topic, under: "topic") else { throw .sensitive(path: "message.topic", at: node.position) }
  }

  private func checkAndroid(_ android: JSONNode) throws(RemoteNotificationRefusal) {
    for member in try members(android, "message.android") {
      let node = member.node
      switch member.name {
      case "notification": try checkAndroidNotification(node)
      case "data":
        for member in try members(node, "message.android.data") { try data(member, "message.android.data") }
      case "priority":
        guard ["normal", "high", "NORMAL", "HIGH"].contains(node.string) else {
          throw wrong("message.android.priority", node)
        }
      case "ttl":
        // Four weeks at most have seven digits; more may be anybody's number.
        guard let text = node.string, text.hasSuffix("s"), Self.isNumber(text.dropLast(), digits: 7) else {
          throw wrong("message.android.ttl", node)
        }
      case "collapse_key": try name(node, "message.android.collapse_key")
      default: throw .unknownKey(path: "message.android", at: member.position)
      }
    }
  }

  private func checkAndroidNotification(_ notification: JSONNode) throws(RemoteNotificationRefusal) {
    for member in try members(notification, "message.android.notification") {
      let path = "message.android.notification.\(member.name)"
      switch member.name {
      case "title", "body", "ticker": try words(member.node, path)
      case "title_loc_key", "body_loc_key": try textKey(member.node, path)
      case "title_loc_args", "body_loc_args": try arguments(member.node, path)
      case "tag", "channel_id", "click_action": try name(member.node, path)
      case "sound": try checkSound(member.node, path)
      case "visibility":
        // Only templates may stand on every lock screen.
        let allowed = rules.lockScreen == .template ? ["PRIVATE", "SECRET", "PUBLIC"] : ["PRIVATE", "SECRET"]
        guard allowed.contains(try text(member.node, path)) else { throw wrong(path, member.node) }
      default: throw .unknownKey(path: "message.android.notification", at: member.position)
      }
    }
  }

  /// What FCM hands on to Apple.
  private func checkBridged(_ apns: JSONNode) throws(RemoteNotificationRefusal) {
    for member in try members(apns, "message.apns") {
      switch member.name {
      case "payload":
        guard member.node["aps"] != nil else { throw wrong("message.apns.payload", member.node) }
        guard JSONWriter().bytes(member.node).count <= Self.limit else {
          throw .tooLarge(path: "message.apns.payload", limit: Self.limit)
        }
        try checkApple(member.node)
      case "headers":
        for header in try members(member.node, "message.apns.headers") {
          try checkHeader(header)
        }
      default: throw .unknownKey(path: "message.apns", at: member.position)
      }
    }
  }

  private func checkHeader(_ header: JSONMember) throws(RemoteNotificationRefusal) {
    let path = "message.apns.headers"
    let value = try text(header.node, path)
    let isAllowed: Bool
    switch header.name {
    case "apns-priority": isAllowed = ["1", "5", "10"].contains(value)
    case "apns-push-type": isAllowed = ["alert", "background"].contains(value)
    // A time in seconds.
    case "apns-expiration": isAllowed = Self.isNumber(value[...], digits: 10)
    // The app's own identifier.
    case "apns-topic":
      isAllowed =
        (1...155).contains(value.utf8.count)
        && value.utf8.allSatisfy { Self.isLetterOrDigit($0) || ".-".utf8.contains($0) }
        && rules.isHarmless(value, under: "topic")
    default: throw .unknownKey(path: path, at: header.position)
    }
    guard isAllowed else { throw wrong(path, header.node) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  private static func isNumber(_ text: Substring, digits: Int) -> Bool {
    (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
