import Redaction
import SecretStorage
import SecurityTesting
import Synchronization

/// A secret store in which some items cannot be opened any more, until they are written anew or deleted.
final class DamagedStore: SecretStore {
  private let store: InMemorySecretStore
  private let damaged: Mutex<Set<SecretName>>
  private let error: @Sendable (SecretName) -> StorageError

  init(
    _ store: InMemorySecretStore, damaging names: Set<SecretName> = [],
    as error: @escaping @Sendable (SecretName) -> StorageError = { .corrupted($0) }
  ) {
    self.store = store
    self.error = error
    damaged = Mutex(names)
  }

  func damage(_ name: SecretName) { _ = damaged.withLock { $0.insert(name) } }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    if damaged.withLock({ $0.contains(name) }) { throw error(name) }
    return try await store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
    _ = damaged.withLock { $0.remove(name) }
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    await store.delete(name)
    _ = damaged.withLock { $0.remove(name) }
  }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
