/// Where ``PendingRevocations`` lie: apart from the session, because they outlive its wipe.
public protocol RevocationStore: Sendable {
  /// What was kept; an empty list when there is nothing.
  func load() async throws(SessionError) -> PendingRevocations
  /// An empty list removes what was kept.
  func save(_ pending: PendingRevocations) async throws(SessionError)
}
