import Redaction
import SecretStorage
import SecurityTesting
import Synchronization

/// A secret store that keeps what it is told to delete for as long as it is held to: secrets, and says so, or what other
/// code left beside them in its place of a keychain, and says nothing. Items go bad in it until they are deleted or
/// written anew.
final class KeepingStore: SecretStore {
  private struct State {
    var isKeeping = false
    /// The only one that is kept; nil for all.
    var kept: SecretName?
    var spoiled: [SecretName: StorageError] = [:]
    var strays = 0
    var areStraysKept = false
  }

  static let service = "org.example.mantlet"
  let keychainPlace: KeychainPlace?
  private let store: InMemorySecretStore
  private let state = Mutex(State())

  /// - Parameter isPlaced: whether it is a part of a keychain.
  init(_ store: InMemorySecretStore, isPlaced: Bool = false) {
    self.store = store
    keychainPlace = isPlaced ? KeychainPlace(service: Self.service) : nil
  }

  func keep(_ isOn: Bool) { state.withLock { ($0.isKeeping, $0.kept) = (isOn, nil) } }
  func keep(only name: SecretName) { state.withLock { ($0.isKeeping, $0.kept) = (true, name) } }

  /// Has the item answer with an error.
  func spoil(_ name: SecretName, _ error: StorageError) { state.withLock { $0.spoiled[name] = error } }

  func heal(_ name: SecretName) { state.withLock { $0.spoiled[name] = nil } }

  /// Puts items there under accounts that are no secret's name.
  func leaveStrays(_ count: Int) { state.withLock { $0.strays = count } }
  func keepStrays(_ isOn: Bool) { state.withLock { $0.areStraysKept = isOn } }

  func strayCount() async throws(StorageError) -> Int { state.withLock { $0.strays } }
  func deleteStrays() async throws(StorageError) {
    state.withLock { state in
      if !state.areStraysKept { state.strays = 0 }
    }
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    if let error = state.withLock({ $0.spoiled[name] }) { throw error }
    return try await store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
    heal(name)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    if state.withLock({ $0.isKeeping && ($0.kept ?? name) == name }) { throw .unavailable(0) }
    await store.delete(name)
    state.withLock { $0.spoiled[name] = nil }
  }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
