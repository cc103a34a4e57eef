/// What became of an event that was handed to a ``TakConnection``.
public enum TakSending: Sendable, Hashable {
  /// It was written to a server that had answered. The protocol has no receipt: sent is not delivered. Where the
  /// connection ends before a ping behind an emergency was answered, it waits again if it holds still and no newer call
  /// or end under its uid was sent. ``TakNotice/sent(_:)`` follows then, or ``TakNotice/unsent(_:)``, which says of it
  /// that it is not written once more, not that it did not arrive. Neither follows where a newer one of its kind or its
  /// end took its place, or where more were on their way than may wait.
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
