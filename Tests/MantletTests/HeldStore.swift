import Redaction
import SecretStorage
import Synchronization

/// A secret store that holds one write or read of one name until it is let go: for what happens in between.
final class HeldStore: SecretStore {
  private enum Access { case read, write, add }

  private struct State {
    var name: SecretName?
    var held: Set<Access> = []
    var isWaiting = false
    var isOpen = false
  }

  private let store: any SecretStore
  private let state = Mutex(State())

  init(_ store: any SecretStore) { self.store = store }

  /// The next write of this name waits.
  func hold(_ name: SecretName) { state.withLock { $0 = State(name: name, held: [.write, .add]) } }
  /// The next read of this name waits.
  func hold(reading name: SecretName) { state.withLock { $0 = State(name: name, held: [.read]) } }
  /// The next write of this name waits that may take the place of another one.
  func hold(replacing name: SecretName) { state.withLock { $0 = State(name: name, held: [.write]) } }
  func letGo() { state.withLock { $0.isOpen = true } }

  func untilWaiting() async {
    while !state.withLock({ $0.isWaiting }) { await Task.yield() }
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    await wait(name, .read)
    return try await store.read(name)
  }

  private func wait(_ name: SecretName, _ access: Access) async {
    let isHeld = state.withLock { state in
      guard state.name == name, state.held.contains(access), !state.isWaiting else { return false }
      state.isWaiting = true
      return true
    }
    while isHeld, !state.withLock({ $0.isOpen }) { await Task.yield() }
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    await wait(name, .write)
    try await store.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    await wait(name, .add)
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { try await store.delete(name) }

  func names() async throws(StorageError) -> [SecretName] { try await store.names() }
}
