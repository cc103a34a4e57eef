/// What went wrong beside a session, and changes nothing about it. Each has a ``SessionNotice``.
public enum SessionIncident: String, Sendable, Hashable, CaseIterable {
  /// The list of sessions that the server still had to be told about was damaged. They end there by their own limits.
  case revocationsLost
}
