import Redaction
import SecretStorage
import SecurityPolicy

/// A secret store of which some names are in reach, under no access looser than the policy's. What lies in its place
/// under no name is none of those out of reach: it is counted and removed as the store itself does.
struct NarrowedSecrets: SecretStore {
  let store: any SecretStore
  let policy: StorageRequirement
  let isOpen: @Sendable (SecretName) -> Bool

  var keychainPlace: KeychainPlace? { store.keychainPlace }

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

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try check(name)
    try await store.add(secret, as: name, access: access.within(policy))
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try check(name)
    try await store.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] { try await store.names().filter(isOpen) }

  // Asynchronous like the protocol's own answers of nothing, which would be taken before a method that does not wait.
  func strayCount() async throws(StorageError) -> Int { try await store.strayCount() }

  func deleteStrays() async throws(StorageError) {
    try await store.deleteStrays()
  }

  func check(_ name: SecretName) throws(StorageError) {
    guard isOpen(name) else { throw .reserved(name) }
  }
}
