import Redaction
import SecretStorage
import SecurityTesting
import Synchronization

/// A secret store that keeps what it is told to delete, and says so, for as long as it is held to.
final class KeepingStore: SecretStore {
  private let store: InMemorySecretStore
  private let isKeeping = Mutex(false)

  init(_ store: InMemorySecretStore) { self.store = store }

  func keep(_ isOn: Bool) { isKeeping.withLock { $0 = isOn } }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? { try await store.read(name) }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    if isKeeping.withLock({ $0 }) { throw .unavailable(0) }
    await store.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
