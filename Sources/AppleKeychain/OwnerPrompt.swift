import Foundation
import LocalAuthentication
public import SecurityPolicy

/// Whether the owner of the device can be asked at all. Says nothing about who is there now: for that a secret must be
/// bound to the owner, and read through ``AppleKeychain/asking(_:)``.
///
/// Source: Apple, `LAContext.canEvaluatePolicy(_:error:)`; MASVS-AUTH-2.
public enum OwnerPrompt {
  /// How the owner may prove who they are.
  public enum Method: Sendable, Hashable, CaseIterable {
    case biometry
    case biometryOrPasscode
  }

  /// Holds when the prompt could come up now. Asks nobody.
  public static func availability(of method: Method) -> Verdict {
    guard let code = obstacle(method) else { return .holds }
    switch LAError.Code(rawValue: code) {
    case .passcodeNotSet: return .fails("the device has no passcode")  // O.Plat_1#100
    case .biometryNotEnrolled: return .fails("no face or finger is enrolled")
    case .biometryNotAvailable: return .fails("biometry is not there, or not allowed for this app")
    case .biometryLockout: return .undetermined("biometry is locked out until the passcode is entered")
    default: return .undetermined("the system does not say whether the owner can be asked")
    }
  }

  static var isPasscodeMissing: Bool { obstacle(.biometryOrPasscode) == LAError.Code.passcodeNotSet.rawValue }

  private static func obstacle(_ method: Method) -> Int? {
    var error: NSError?
    let policy: LAPolicy =
      method == .biometry ? .deviceOwnerAuthenticationWithBiometrics : .deviceOwnerAuthentication
    guard !LAContext().canEvaluatePolicy(policy, error: &error) else { return nil }
    return error?.code ?? 0
  }
}
