public import Redaction

/// Keeps secrets at rest: the seam to the Keychain, to sealed files, to a hardware store.
///
/// What every store promises, checked by `SecretStoreConformance` in SecurityTesting:
/// a read gives back the last completed write or nothing; a write replaces the old value whole or not at all; of many
/// adds at once one is kept; deleting twice is no error; ``names()`` is sorted and holds exactly what is stored.
/// What no store promises: that an older value put back by someone with access to the medium is noticed.
///
/// Source: MASVS-STORAGE-1.
public protocol SecretStore: Sendable {
  /// The secret of this name, or nil when there is none.
  ///
  /// - Throws: ``StorageError/locked`` when it exists but may not be read now. Never treat that as nil: a session is
  ///   not over because the device is locked.
  func read(_ name: SecretName) async throws(StorageError) -> Secret?

  /// Stores the secret, replacing an older one of the same name.
  ///
  /// - Throws: ``StorageError/full``, ``StorageError/tooLarge(limit:)``, ``StorageError/unenforceable(_:)`` …; after
  ///   an error the old value still stands.
  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError)

  /// Stores the secret if there is none of this name: looking and storing are one step of the medium, so of all callers
  /// at once, in other processes too, one is first. For whatever is made once, such as keys.
  ///
  /// - Throws: ``StorageError/duplicate(_:)`` when there is one, also one that cannot be read; it stands, whatever its
  ///   access requirement is. The errors of ``write(_:as:access:)``; then nothing was stored.
  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError)

  /// Removes the secret; one that is not there is no error.
  func delete(_ name: SecretName) async throws(StorageError)

  /// The names of everything stored, sorted.
  func names() async throws(StorageError) -> [SecretName]
}

extension SecretStore {
  /// Stores the secret under the default requirement: after the first unlock, on this device only.
  public func write(_ secret: borrowing Secret, as name: SecretName) async throws(StorageError) {
    try await write(secret, as: name, access: AccessRequirement())
  }
}
