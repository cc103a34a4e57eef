import AppSession
import Redaction
import SecretStorage
import SecurityPolicy

/// The app's own secrets: names that the shield keeps for itself are out of reach, and no access is looser than the
/// policy's. While the session is locked or over nothing is read; what the app does by itself may still be kept.
struct AppSecrets: SecretStore {
  let secrets: GatedSecrets
  let policy: StorageRequirement
  /// Nil when nobody can tell.
  let state: @Sendable () async -> SessionState?

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try check(name)
    guard let state = await state() else { throw .unavailable(0) }
    guard state.isReadable else { throw .interactionNotAllowed(0) }
    return try await secrets.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try check(name)
    try await secrets.write(secret, as: name, access: access.within(policy))
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try check(name)
    try await secrets.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] {
    try await secrets.names().filter { SecretRole($0) == .app }
  }

  private func check(_ name: SecretName) throws(StorageError) {
    guard SecretRole(name) == .app else { throw .reserved(name) }
  }
}
