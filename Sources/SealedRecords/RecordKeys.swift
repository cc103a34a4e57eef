public import Redaction

/// Where record keys come from: a secret store, a keystore, a server.
public protocol RecordKeys: Sendable {
  /// The 32-byte key for records of this kind; one key may serve all kinds, each kind's own is derived from it.
  /// Asked for every operation, so that no key stays in memory between two.
  ///
  /// - Throws: ``RecordError/keyUnavailable(_:)`` while the key is out of reach, as on a locked device.
  func key(for kind: RecordKind) async throws(RecordError) -> Secret
}
