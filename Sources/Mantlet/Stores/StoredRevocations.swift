import AppSession
import Redaction
import SecretStorage

/// Keeps what the server still has to be told as one secret, which outlives a wipe.
struct StoredRevocations: RevocationStore {
  static let name = SecretName(constant: "revocations")

  let store: any SecretStore
  let access: AccessRequirement

  func load() async throws(SessionError) -> PendingRevocations {
    let stored: Secret?
    do { stored = try await store.read(Self.name) } catch { throw SessionError(reading: error) }
    guard let stored else { return PendingRevocations() }
    return try PendingRevocations(reading: stored)
  }

  func save(_ pending: PendingRevocations) async throws(SessionError) {
    do {
      if pending.entries.isEmpty { return try await store.delete(Self.name) }
      try await store.write(pending.sealedForm(), as: Self.name, access: access)
    } catch {
      throw .storage
    }
  }
}
