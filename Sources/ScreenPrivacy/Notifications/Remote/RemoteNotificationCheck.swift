public import SecurityPolicy
import UntrustedInput

/// Says before it is sent whether a remote notification could show or carry something about a person.
///
/// Protects against words that are not those of a template, on every path by which they reach a screen, and against data
/// that nobody allowed; a key that is not known here is refused, so that a new one of Apple's or Google's is not a new
/// leak. Does not protect against a sender that does not ask, against what the push service learns from sending at all
/// (who, when, which app, the name of a topic), nor against an allowed data value that means something to whoever knows
/// the code.
/// Source: BSI TR-03161-1 O.Plat_4, TR-03161-3 O.Data_6; Apple, Generating a remote notification; Firebase Cloud
/// Messaging, REST v1 projects.messages.
public struct RemoteNotificationCheck: Sendable {
  /// Source: Apple, Sending notification requests to APNs; Firebase, About FCM messages: 4096 bytes each.
  public static let limit = 4096
  /// Around what is sent, a request to FCM has the token and options.
  static let requestLimit = 16384
  let rules: RemoteNotificationRules

  public init(_ rules: RemoteNotificationRules) { self.rules = rules }

  /// Checks a payload for APNs or a request to FCM, whichever it is.
  ///
  /// - Throws: the first thing that is wrong.
  @discardableResult
  public func check(_ bytes: some Collection<UInt8>) throws(RemoteNotificationRefusal) -> RemoteNotificationKind {
    // O.Plat_4#852
    let node: JSONNode
    do throws(InputError) {
      node = try JSONReader(maximumBytes: Self.requestLimit, maximumDepth: 12).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    if node["aps"] != nil {
      guard bytes.count <= Self.limit else { throw .tooLarge(path: "the payload", limit: Self.limit) }
      try checkApple(node)
      return .apns
    }
    guard let message = node["message"] else { throw .notANotification }
    for member in try members(node, "the request") {
      switch member.name {
      case "message": break
      case "validate_only": guard member.node.bool != nil else { throw wrong("validate_only", member.node) }
      default: throw .unknownKey(path: "the request", at: member.position)
      }
    }
    try checkFirebase(message)
    return .fcm
  }

  /// The same as a judgement.
  public func verdict(on bytes: some Collection<UInt8>) -> Verdict {
    do throws(RemoteNotificationRefusal) { try check(bytes) } catch {
      return .fails(Verdict.Reason(error.description))
    }
    return .holds
  }

  func wrong(_ path: String, _ node: JSONNode) -> RemoteNotificationRefusal {
    .wrongType(path: path, at: node.position)
  }

  func members(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) -> [JSONMember] {
    guard let members = node.members else { throw wrong(path, node) }
    return members
  }

  func text(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) -> String {
    guard let text = node.string else { throw wrong(path, node) }
    return text
  }

  /// The exact text of a template.
  func words(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) {
    let text = try text(node, path)
    guard rules.has(text) else { throw .freeText(path: path, at: node.position) }
  }

  /// The key of a text that lies in the app.
  func textKey(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) {
    guard rules.textKeys.contains(try text(node, path)) else { throw .unknownName(path: path, at: node.position) }
  }

  /// What is put into such a text: a number of at most two digits or a time, as templates take them.
  func arguments(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) {
    guard let arguments = node.array, arguments.count <= 4 else { throw wrong(path, node) }
    for argument in arguments {
      guard RemoteNotificationRules.isClosed(try text(argument, path)) else {
        throw .freeText(path: path, at: argument.position)
      }
    }
  }

  /// The name of a template, for what the system groups or opens by it.
  func name(_ node: JSONNode, _ path: String) throws(RemoteNotificationRefusal) {
    guard rules.names.contains(try text(node, path)) else { throw .unknownName(path: path, at: node.position) }
  }

  /// Data of the app's own: short, without blanks, nothing that the rules of redaction would mask.
  func data(_ member: JSONMember, _ path: String) throws(RemoteNotificationRefusal) {
    guard rules.dataKeys.contains(member.name) else { throw .unknownDataKey(at: member.position) }
    switch member.node.value {
    case .bool: return
    case .number(let digits):
      guard digits.utf8.count <= 6, rules.isHarmless(digits, under: member.name) else {
        throw .sensitive(path: path, at: member.node.position)
      }
    case .string(let text):
      guard text.utf8.count <= 128, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .freeText(path: path, at: member.node.position)
      }
      guard rules.isHarmless(text, under: member.name) else {
        throw .sensitive(path: path, at: member.node.position)
      }
    default: throw wrong(path, member.node)
    }
  }
}
