import AppSession
import Redaction
import SecretStorage
import SecurityPolicy

/// The app's own secrets: names that the shield keeps for itself are out of reach. While the session is locked or over
/// nothing is read; what the app does by itself may still be kept.
struct AppSecrets: SecretStore {
  private let gated: GatedSecrets
  private let policy: StorageRequirement
  private let state: @Sendable () async -> SessionState?

  /// - Parameter state: the session's; nil when nobody can tell.
  init(
    _ secrets: GatedSecrets, under policy: StorageRequirement, state: @escaping @Sendable () async -> SessionState?
  ) {
    gated = secrets
    self.policy = policy
    self.state = state
  }

  private var secrets: NarrowedSecrets { narrowed(gated) }

  private func narrowed(_ store: GatedSecrets) -> NarrowedSecrets {
    NarrowedSecrets(store: store, policy: policy) { SecretRole($0) == .app }
  }

  var keychainPlace: KeychainPlace? { gated.keychainPlace }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try secrets.check(name)
    // What is found out about one person's session opens nothing of the next one's.
    let generation = gated.gate.current ?? 0
    guard let state = await state() else { throw .unavailable(0) }
    guard state.isReadable else { throw .interactionNotAllowed(0) }
    return try await narrowed(GatedSecrets(gate: gated.gate, generation: generation)).read(name)
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await secrets.write(secret, as: name, access: access)
  }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) {
    try await secrets.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { try await secrets.delete(name) }

  func names() async throws(StorageError) -> [SecretName] { try await secrets.names() }

  func strayCount() async throws(StorageError) -> Int { try await secrets.strayCount() }

  func deleteStrays() async throws(StorageError) {
    try await secrets.deleteStrays()
  }
}
