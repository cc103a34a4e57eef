public import Redaction

/// Where record keys come from: a secret store, a keystore, a server. Each kind of record has a key of its own, and the
/// index has one under ``RecordKind/index``; a version counts up with every rotation and every change of owner.
///
/// Version 0 is the key of the first file format (one key may serve all kinds there): it is read once to move old
/// records, then erased, and never made.
public protocol RecordKeys: Sendable {
  /// The 32-byte key, or nil when it was never made, is erased, or is lost for good: what is kept of it was altered,
  /// set back or taken away, and no waiting brings it back. Asked for every operation, so that no key stays in memory
  /// between two.
  ///
  /// - Throws: ``RecordError/locked`` on a locked device, ``RecordError/keyUnavailable(_:)`` while it is out of reach for
  ///   another reason. Never nil for that.
  func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret?

  /// Makes the key from the system's randomness; one that is there already stays.
  func makeKey(for kind: RecordKind, version: Int) async throws(RecordError)

  /// Destroys the key, and with it all that it sealed; one that is not there is no error.
  func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError)
}
