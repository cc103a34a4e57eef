/// Where a session stands. Only ``active`` gives out tokens of a person.
public enum SessionState: Sendable, Hashable {
  /// This installation is unknown to the server, or holds nothing any more.
  case signedOut
  /// The installation has its AppToken; nobody is signed in.
  case appTrusted
  case active
  /// Closed because nobody used it, or because that cannot be excluded.
  case idleLocked(SessionLock)
  /// Closed for another reason.
  case reauthenticationDue(SessionLock)
  /// Over until somebody signs in.
  case ended(SessionEndReason)

  /// Why it is closed; nil when it is not.
  public var lock: SessionLock? {
    switch self {
    case .idleLocked(let lock), .reauthenticationDue(let lock): lock
    case .signedOut, .appTrusted, .active, .ended: nil
    }
  }

  /// Whether a person is signed in, locked or not.
  public var hasPerson: Bool { self == .active || lock != nil }

  init(_ lock: SessionLock) {
    switch lock {
    case .inactivity, .undetermined: self = .idleLocked(lock)
    case .background, .stepUp, .device: self = .reauthenticationDue(lock)
    }
  }

  /// The form in which it is kept.
  var text: String {
    switch self {
    case .signedOut: "signedOut"
    case .appTrusted: "appTrusted"
    case .active: "active"
    case .idleLocked(let lock), .reauthenticationDue(let lock): "locked." + lock.rawValue
    case .ended(let reason): "ended." + reason.rawValue
    }
  }

  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    switch parts.first {
    case "signedOut" where parts.count == 1: self = .signedOut
    case "appTrusted" where parts.count == 1: self = .appTrusted
    case "active" where parts.count == 1: self = .active
    case "locked" where parts.count == 2:
      guard let lock = SessionLock(rawValue: String(parts[1])) else { return nil }
      self.init(lock)
    case "ended" where parts.count == 2:
      guard let reason = SessionEndReason(rawValue: String(parts[1])) else { return nil }
      self = .ended(reason)
    default: return nil
    }
  }
}
