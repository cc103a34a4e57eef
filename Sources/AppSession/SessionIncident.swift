/// What went wrong beside a session, and changes nothing about it. Each has a ``SessionNotice``.
public enum SessionIncident: String, Sendable, Hashable, CaseIterable {
  /// The list of sessions that the server still had to be told about was damaged. They end there by their own limits.
  case revocationsLost
  /// The store did not take what the server still has to be told. It is told as long as this process runs; after that
  /// those sessions end there by their own limits.
  case revocationsUnkept
  /// The session could not be read when it was to be erased: the server was told nothing, and it ends there by its own
  /// limits.
  case sessionUnread
}
