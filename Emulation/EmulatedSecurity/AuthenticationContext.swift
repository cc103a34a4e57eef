/// What `LAContext` is to the keychain: it may ask, it may not, or it has asked already. The emulated LocalAuthentication
/// conforms its `LAContext`; Apple has no such protocol.
public protocol AuthenticationContext: AnyObject {
  /// Asks the owner, or refuses. Nil means that the demand is met.
  func refusal(of demand: OwnerDemand) -> OwnerRefusal?
}

/// How the owner has to prove who they are.
public enum OwnerDemand: Sendable, Hashable {
  case biometryOrPasscode, biometry, passcode
}

/// Why the owner was not authenticated. The raw values are those of `LAError.Code`.
public enum OwnerRefusal: Int, Sendable, Hashable {
  case authenticationFailed = -1
  case userCancel = -2
  case systemCancel = -4
  case passcodeNotSet = -5
  case biometryNotAvailable = -6
  case biometryNotEnrolled = -7
  case biometryLockout = -8
  case invalidContext = -10
  case notInteractive = -1004

  /// What the keychain's functions answer. Apple documents only the cancelled and the failed one.
  var status: OSStatus {
    switch self {
    case .userCancel, .systemCancel: errSecUserCanceled
    case .notInteractive: errSecInteractionNotAllowed
    case .passcodeNotSet: errSecNotAvailable
    default: errSecAuthFailed
    }
  }
}
