public import Redaction

/// Keeps what one mission needs over a restart: the seam to the Keychain, to sealed files. The bytes hold the keys:
/// this device only, never in a backup, readable after the first unlock so that the mesh works in the background.
///
/// What every store promises, checked by `MeshKeyStoreConformance` in SecurityTesting: a load gives back the last
/// completed save or nothing, and nothing after a removal. Source: BSI TR-03161-1 O.Data_3; MASVS-STORAGE-1.
public protocol MeshKeyStore: Sendable {
  /// What was saved, or nil.
  ///
  /// - Throws: ``MeshError/store(_:)`` when it is there and cannot be read now: never taken for nil.
  func load() async throws(MeshError) -> Secret?

  /// Replaces what was saved, whole or not at all.
  ///
  /// - Throws: ``MeshError/store(_:)``; the old bytes still stand.
  func save(_ mission: borrowing Secret) async throws(MeshError)

  /// Removes every trace; removing nothing is no error.
  ///
  /// - Throws: ``MeshError/store(_:)``.
  func remove() async throws(MeshError)
}
