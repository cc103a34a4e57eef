/// What became of an event that was handed to a ``TakConnection``.
public enum TakSending: Sendable, Hashable {
  /// It was written to a server that had answered. The protocol has no receipt: sent is not delivered. An emergency is
  /// written again, and ``TakNotice/sent(_:)`` follows, where the connection ends before a ping behind it was answered.
  case sent
  /// It waits for a connection. ``TakNotice/sent(_:)`` or ``TakNotice/unsent(_:)`` follows, unless a newer event of its kind
  /// takes its place.
  case queued
  /// It holds no more, there is no room, a newer one of its kind or the end of this call waits already, or it is the end
  /// of a call behind which a newer one was sent.
  case dropped
}
