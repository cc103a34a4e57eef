import TrustWire

/// Why a session ended. Each has a ``SessionNotice`` for the person who was signed in.
public enum SessionEndReason: String, Sendable, Hashable, CaseIterable {
  /// The refresh token ended unused.
  case refreshExpired
  /// The server refused to go on as often in a row as the policy allows.
  case refreshFailures
  /// The server saw no use for as long as the policy allows.
  case serverIdle
  /// The longest time of a session is over.
  case maximum
  /// Ended at the server: by the person from another device, or by support.
  case endedElsewhere
  /// Somebody presented an old token again: the session may have been stolen.
  case tokenReused
  /// The server does not know the session any more.
  case unknownToServer
  /// The server does not accept this device.
  case deviceRefused
  /// The app found a danger on the device, and the policy says to end the session; what is kept stays.
  case deviceInsecure
  /// The device was found to be unsafe, and the policy says to erase.
  case deviceUnsafe
  /// Too many wrong PINs.
  case pinExhausted
  /// What was kept of the session was altered or damaged.
  case storeDamaged
  /// The person signed out.
  case loggedOut

  /// What a refusal of a refresh token says about its session; nil when the session may live on.
  init?(_ refusal: RefusalReason) {
    switch refusal {
    case .tokenExpired: self = .refreshExpired
    case .tokenReused: self = .tokenReused
    case .tokenInvalid: self = .unknownToServer
    case .sessionEnded: self = .endedElsewhere
    case .sessionIdle: self = .serverIdle
    case .sessionMaximum: self = .maximum
    default: return nil
    }
  }

  /// Whether the server does not know of it yet and has to be told.
  var isLocal: Bool {
    switch self {
    case .refreshFailures, .maximum, .deviceRefused, .deviceInsecure, .deviceUnsafe, .pinExhausted, .storeDamaged,
      .loggedOut:
      true
    case .refreshExpired, .serverIdle, .endedElsewhere, .tokenReused, .unknownToServer: false
    }
  }
}
