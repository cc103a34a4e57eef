import Redaction
import SecretStorage

/// The secret store behind its gate, for the stores that stand on it.
struct GatedSecrets: SecretStore {
  let gate: SecretGate
  /// A store that is opened for one person ends with that person's generation; nil goes on with the next one.
  var generation: Int?

  var keychainPlace: KeychainPlace? { gate.store.keychainPlace }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try gate.enter(generation)
    defer { gate.leave() }
    return try await gate.store.read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try gate.enter(generation)
    defer { gate.leave() }
    try await gate.store.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try gate.enter(generation)
    defer { gate.leave() }
    try await gate.store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try gate.enter(generation)
    defer { gate.leave() }
    try await gate.store.delete(name)
  }

  func names() async throws(StorageError) -> [SecretName] {
    try gate.enter(generation)
    defer { gate.leave() }
    return try await gate.store.names()
  }

  func strayCount() async throws(StorageError) -> Int {
    try gate.enter(generation)
    defer { gate.leave() }
    return try await gate.store.strayCount()
  }

  func deleteStrays() async throws(StorageError) {
    try gate.enter(generation)
    defer { gate.leave() }
    try await gate.store.deleteStrays()
  }
}
