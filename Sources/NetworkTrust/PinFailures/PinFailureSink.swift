/// Where transports put what they saw when a server showed no pinned key: the seam to ``PinFailureQueue``.
///
/// A transport calls it beside its verdict, with one report of its own at a time and in order: no handshake waits for it, and
/// nothing that happens here changes the verdict. While it is busy a few reports of each outcome wait. Not protected: what is
/// more is forgotten, and nobody counts it; one that never returns hears no more of that transport.
public protocol PinFailureSink: Sendable {
  /// Takes note of one failure. Cheap, and never fails: what cannot be kept is forgotten.
  func record(_ failure: PinFailureReport) async
}
