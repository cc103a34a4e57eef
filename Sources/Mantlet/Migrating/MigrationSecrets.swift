import Redaction
import SecretStorage
import SecurityPolicy

/// The secret store as a migration may use it: the app's names and the PIN hash, under no access looser than the
/// policy's.
struct MigrationSecrets: SecretStore {
  static let pinHash = SecretName(constant: "pin.hash")

  let store: any SecretStore
  let policy: StorageRequirement

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try check(name)
    return try await store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try check(name)
    try await store.write(secret, as: name, access: access.within(policy))
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try check(name)
    try await store.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] {
    try await store.names().filter { Self.isOpen($0) }
  }

  private static func isOpen(_ name: SecretName) -> Bool { SecretRole(name) == .app || name == pinHash }

  private func check(_ name: SecretName) throws(StorageError) {
    guard Self.isOpen(name) else { throw .reserved(name) }
  }
}
