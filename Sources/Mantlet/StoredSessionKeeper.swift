import AppSession
import Redaction
import SecretStorage

/// Keeps the session as one secret: `AppSession` says what, `SecretStorage` says how.
struct StoredSessionKeeper: SessionStore {
  let store: any SecretStore
  let access: AccessRequirement
  let name: SecretName

  init?(store: any SecretStore, access: AccessRequirement) {
    guard let name = SecretName("session") else { return nil }
    self.name = name
    self.store = store
    self.access = access
  }

  func load() async throws(SessionError) -> StoredSession? {
    let stored: Secret?
    do {
      stored = try await store.read(name)
    } catch {
      throw .storage
    }
    guard let stored else { return nil }
    return try StoredSession(reading: stored)
  }

  func save(_ session: StoredSession) async throws(SessionError) {
    do {
      try await store.write(session.sealedForm(), as: name, access: access)
    } catch {
      throw .storage
    }
  }

  func erase() async throws(SessionError) {
    do {
      try await store.delete(name)
    } catch {
      throw .storage
    }
  }
}
