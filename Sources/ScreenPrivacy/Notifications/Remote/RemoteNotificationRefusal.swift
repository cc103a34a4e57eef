public import UntrustedInput

/// Why a notification must not be sent. The paths are names of Apple and Google, never names or values of the sender.
@nonexhaustive
public enum RemoteNotificationRefusal: Error, Sendable, Hashable {
  case unreadable(InputError)
  /// Neither an object with `aps` nor one with `message`.
  case notANotification
  /// More bytes than the push service takes.
  case tooLarge(path: String, limit: Int)
  /// A key that is not checked, and so not sent, in the object `path`.
  case unknownKey(path: String, at: TextPosition)
  case wrongType(path: String, at: TextPosition)
  /// Words that are those of no template.
  case freeText(path: String, at: TextPosition)
  /// A key for a text, a category or a group that the rules do not name.
  case unknownName(path: String, at: TextPosition)
  /// A key of the app's own that the rules do not name.
  case unknownDataKey(at: TextPosition)
  /// A value that looks like an address, a token, a PIN, or another secret.
  case sensitive(path: String, at: TextPosition)
  /// An extension of the app would write other words; the rules do not allow it.
  case mutableContent(at: TextPosition)
  /// A notification that wakes the app has something to show, too.
  case mixedBackground(at: TextPosition)
}

extension RemoteNotificationRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .notANotification: "neither an APNs payload (aps) nor an FCM request (message)"
    case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
    case .unknownKey(let path, let place): "\(place): \(path) has a key that is not checked"
    case .wrongType(let path, let place): "\(place): \(path) is of the wrong type or out of range"
    case .freeText(let path, let place): "\(place): \(path) is not the text of a template"
    case .unknownName(let path, let place): "\(place): \(path) is not on the list"
    case .unknownDataKey(let place): "\(place): this key of the app's own is not on the list"
    case .sensitive(let path, let place): "\(place): \(path) looks like something secret or personal"
    case .mutableContent(let place): "\(place): mutable-content is not allowed"
    case .mixedBackground(let place): "\(place): a notification that wakes the app must show nothing"
    }
  }
}
