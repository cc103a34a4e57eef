/// Where a session rests between launches. The keeper seals it; this module only knows that it is one value.
public protocol SessionStore: Sendable {
  /// The session saved last, or nil when there is none.
  func load() async throws(SessionError) -> StoredSession?
  /// Replaces the session durably: when this returns, a crash cannot bring the old one back.
  func save(_ session: StoredSession) async throws(SessionError)
  func erase() async throws(SessionError)
}
