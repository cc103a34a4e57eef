/// The code with which LocalAuthentication says why the owner was not authenticated, and what that means.
///
/// Numbers of another domain than ``KeychainStatus``: -4 is "the system cancelled" here and "not implemented" there.
/// Source: Apple, `LAError.Code`; `LAError.h`.
public struct OwnerPromptStatus: Sendable, Hashable {
  public static let authenticationFailed = OwnerPromptStatus(-1)
  public static let userCancel = OwnerPromptStatus(-2)
  public static let userFallback = OwnerPromptStatus(-3)
  public static let systemCancel = OwnerPromptStatus(-4)
  public static let passcodeNotSet = OwnerPromptStatus(-5)
  public static let biometryNotAvailable = OwnerPromptStatus(-6)
  public static let biometryNotEnrolled = OwnerPromptStatus(-7)
  public static let biometryLockout = OwnerPromptStatus(-8)
  public static let appCancel = OwnerPromptStatus(-9)
  public static let invalidContext = OwnerPromptStatus(-10)
  public static let notInteractive = OwnerPromptStatus(-1004)

  /// The system's number.
  public let code: Int32

  public init(_ code: Int32) { self.code = code }

  public var error: StorageError {
    switch self {
    case .authenticationFailed, .biometryLockout: .authenticationFailed(code)
    case .userCancel, .userFallback, .systemCancel, .appCancel: .cancelled(code)
    case .passcodeNotSet: .passcodeNotSet(code)
    case .notInteractive: .interactionNotAllowed(code)
    // biometryNotAvailable, biometryNotEnrolled, invalidContext, and every code that Apple adds
    default: .unavailable(code)
    }
  }
}
