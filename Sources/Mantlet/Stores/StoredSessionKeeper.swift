import AppSession
import Redaction
import SecretStorage

/// Keeps the session as one secret: `AppSession` says what, `SecretStorage` says how.
struct StoredSessionKeeper: SessionStore {
  let store: any SecretStore
  let access: AccessRequirement
  static let name = SecretName(constant: "session")

  func load() async throws(SessionError) -> StoredSession? {
    let stored: Secret?
    do { stored = try await store.read(Self.name) } catch { throw SessionError(reading: error) }
    guard let stored else { return nil }
    return try StoredSession(reading: stored)
  }

  func save(_ session: StoredSession) async throws(SessionError) {
    do {
      try await store.write(session.sealedForm(), as: Self.name, access: access)
    } catch {
      throw .storage
    }
  }

  func erase() async throws(SessionError) {
    do {
      try await store.delete(Self.name)
    } catch {
      throw .storage
    }
  }
}
