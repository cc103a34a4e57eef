import Foundation
import LocalAuthentication
public import SecurityPolicy

/// Which faces and fingers are enrolled, as a fingerprint that tells nothing about them.
///
/// Keep ``bytes`` in a secret store and compare at the next start. It is a hint for a clear message ("enrol again"):
/// what protects is `AccessRequirement.Presence.currentBiometry`, which the system enforces. A major system update may
/// change the value although nobody was enrolled.
/// Source: Apple, `LAContext.domainState`, `LADomainState.biometry.stateHash` (iOS 18, macOS 15).
public struct BiometryState: Sendable, Hashable {
  public let bytes: [UInt8]

  /// A value that was kept from before.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The present one; nil while biometry is locked out, and when nothing is enrolled.
  public static func current() -> BiometryState? {
    LAContext().domainState.biometry.stateHash.map { BiometryState(Array($0)) }
  }

  /// Holds when the same set is enrolled as `earlier`.
  ///
  /// - Parameter present: the present one, nil when the system does not tell.
  public static func unchanged(since earlier: BiometryState, present: BiometryState?) -> Verdict {
    guard let present else { return .undetermined("the system does not tell which biometry is enrolled") }
    return present == earlier ? .holds : .fails("the enrolled biometry has changed")  // MASVS-AUTH-2#102
  }
}
