/// What became of an event that was handed to a ``TakConnection``.
public enum TakSending: Sendable, Hashable {
  /// It was written to a server that had answered. The protocol has no receipt: sent is not delivered. An emergency
  /// waits again where the connection ends before a ping behind it was answered, it holds still, and no newer one of
  /// its kind, call or end under its uid was sent. ``TakNotice/sent(_:)`` follows then, or ``TakNotice/unsent(_:)``,
  /// which says of it that it was not written once more, not that it did not arrive.
  case sent
  /// It waits for a connection. ``TakNotice/sent(_:)`` or ``TakNotice/unsent(_:)`` follows, unless a newer event of its
  /// kind takes its place.
  case queued
  /// It holds no more, there is no room, a newer one of its kind or the end of this call waits already, or the end is
  /// being written. Or it is an end, and a newer call or end under its uid is being written, was sent, or arrived in
  /// the last hour. Or its stream died under it, and behind it such a one was sent. The calls that a dropped end ends
  /// are given up all the same.
  case dropped
}
