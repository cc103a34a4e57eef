/// Where transports put what they saw when a server showed no pinned key: the seam to ``PinFailureQueue``.
///
/// A transport calls it beside its verdict, from a task of its own: no handshake waits for it, and nothing that happens here
/// changes the verdict.
public protocol PinFailureSink: Sendable {
  /// Takes note of one failure. Cheap, and never fails: what cannot be kept is forgotten.
  func record(_ failure: PinFailureReport) async
}
