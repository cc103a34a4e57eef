/// Why something about notifications was not done.
@nonexhaustive
public enum NotificationRefusal: Error, Sendable, Hashable {
  /// The policy says that this app has none.
  case notInPolicy
  /// The user said no, or the system delivers quietly without permission: only the system's settings change that.
  case notGranted(NotificationAuthorization)
  /// The system could not ask or plan; its own code, if it has one.
  case system(Int?)
  /// Not a push token: 1 to 4096 printable ASCII characters without blanks, or 1 to 512 bytes.
  case badToken
  /// The server did not answer; what is left to do is kept.
  case unreachable
  /// The server answered no; what is left to do is kept.
  case refused
  /// What was kept could not be read or written; nothing was sent.
  case storage
  /// What was kept is not what was written.
  case damaged
  /// What was kept was written by a newer version of the app.
  case newerFormat
  /// So many tokens wait for their withdrawal that no other is sent.
  case tooManyTokens(limit: Int)
}

extension NotificationRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInPolicy: "the policy of this app has no notifications"
    case .notGranted(let state):
      "notifications are not permitted (\(state.rawValue)); the system's settings can change that"
    case .system(let code): "the system could not do it" + (code.map { " (\($0))" } ?? "")
    case .badToken: "this is no push token"
    case .unreachable: "the server did not answer; it will be tried again"
    case .refused: "the server refused the push token; it will be tried again"
    case .storage: "the state of notifications could not be read or written; nothing was sent"
    case .damaged: "the state of notifications was altered or damaged"
    case .newerFormat: "the state of notifications was written by a newer version"
    case .tooManyTokens(let limit): "more than \(limit) push tokens wait for their withdrawal"
    }
  }
}
