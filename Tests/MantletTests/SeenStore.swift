import Redaction
import SecretStorage
import SecurityTesting
import Synchronization

/// A secret store that remembers which names were read and written, in this order.
final class SeenStore: SecretStore {
  private let store: InMemorySecretStore
  private let log = Mutex<[String]>([])
  private let asked = Mutex<[AccessRequirement]>([])

  init(_ store: InMemorySecretStore) { self.store = store }

  var calls: [String] { log.withLock { $0 } }
  /// What each write asked for.
  var accesses: [AccessRequirement] { asked.withLock { $0 } }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    log.withLock { $0.append("read \(name)") }
    return try await store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    log.withLock { $0.append("write \(name)") }
    asked.withLock { $0.append(access) }
    try await store.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    log.withLock { $0.append("add \(name)") }
    asked.withLock { $0.append(access) }
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { await store.delete(name) }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
