public import SecurityPolicy

/// Under which conditions the system may hand a secret back.
///
/// A store that cannot enforce a requirement refuses the write with ``StorageError/unenforceable(_:)``: a promise
/// that nobody keeps is not accepted. The migrating classes travel in backups and to other devices; they are only
/// reachable through their `insecure…` words, and ``within(_:)`` keeps every requirement under the policy's.
///
/// Source: Apple, "Restricting keychain item accessibility"; BSI TR-03161-1 O.Data_2; MASVS-STORAGE-1.
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

  /// In which state the device has to be, and whether the secret may leave it.
  public var accessibility: StorageRequirement.Accessibility
  /// Who is asked. The prompt belongs to the stored item, so code that skips it gets no secret.
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
