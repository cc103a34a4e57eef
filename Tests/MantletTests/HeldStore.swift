import Redaction
import SecretStorage
import SecurityTesting
import Synchronization

/// A secret store that holds one write or read of one name until it is let go: for what happens in between.
final class HeldStore: SecretStore {
  private struct State {
    var name: SecretName?
    var isRead = false
    var isWaiting = false
    var isOpen = false
  }

  private let store: InMemorySecretStore
  private let state = Mutex(State())

  init(_ store: InMemorySecretStore) { self.store = store }

  /// The next write of this name waits.
  func hold(_ name: SecretName) { state.withLock { $0 = State(name: name) } }
  /// The next read of this name waits.
  func hold(reading name: SecretName) { state.withLock { $0 = State(name: name, isRead: true) } }
  func letGo() { state.withLock { $0.isOpen = true } }

  func untilWaiting() async {
    while !state.withLock({ $0.isWaiting }) { await Task.yield() }
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    await wait(name, isRead: true)
    return try await store.read(name)
  }

  private func wait(_ name: SecretName, isRead: Bool) async {
    let isHeld = state.withLock { state in
      guard state.name == name, state.isRead == isRead, !state.isWaiting else { return false }
      state.isWaiting = true
      return true
    }
    while isHeld, !state.withLock({ $0.isOpen }) { await Task.yield() }
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    await wait(name, isRead: false)
    try await store.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    await wait(name, isRead: false)
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { await store.delete(name) }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
