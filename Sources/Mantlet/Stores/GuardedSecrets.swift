import DataLifecycle
import Redaction
import SecretStorage
import Synchronization

/// The secret store as the app sees it: out of reach while a wipe is pending.
final class GuardedSecrets: SecretStore {
  private let store: any SecretStore
  private let access: Mutex<ReadAccess?> = Mutex(nil)

  init(_ store: any SecretStore) { self.store = store }

  /// A new access, after a wipe.
  func admit(_ access: ReadAccess) { self.access.withLock { $0 = access } }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try require()
    return try await store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try require()
    try await store.write(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try require()
    try await store.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] {
    try require()
    return try await store.names()
  }

  private func require() throws(StorageError) {
    do {
      guard let access = access.withLock({ $0 }) else { throw LifecycleError.wipePending }
      try access.require()
    } catch {
      throw .wipePending
    }
  }
}
