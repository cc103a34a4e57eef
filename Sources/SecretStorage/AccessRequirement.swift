public import SecurityPolicy

/// Under which conditions the system may hand a secret back.
///
/// A store that cannot enforce a requirement refuses the write with ``StorageError/unenforceable(_:)``: a promise
/// that nobody keeps is not accepted.
public struct AccessRequirement: Sendable, Hashable {
  /// Who has to be there at the moment of reading.
  public enum Presence: String, Sendable, Hashable, CaseIterable {
    /// Nobody: the device's lock state decides alone.
    case notAsked
    /// The owner, by biometry or passcode.
    case owner
    /// The owner by biometry; the secret is lost when the enrolled set changes.
    case currentBiometry
    /// The owner by the device passcode, never by biometry.
    case passcode
  }

  public var accessibility: StorageRequirement.Accessibility
  public var presence: Presence

  /// Without arguments: readable after the first unlock, never on another device, nobody asked.
  public init(
    _ accessibility: StorageRequirement.Accessibility = .afterFirstUnlockThisDeviceOnly,
    presence: Presence = .notAsked
  ) {
    self.accessibility = accessibility
    self.presence = presence
  }

  /// What the policy's storage slice asks for, with nobody asked at reading.
  public init(_ requirement: StorageRequirement) {
    self.init(requirement.accessibility)
  }
}
