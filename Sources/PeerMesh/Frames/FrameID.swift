/// One boot of one sender. What it signs is counted apart: a member who sends in another's name can exhaust the numbers of
/// unsigned frames, not of signed ones.
struct SenderStream: Sendable, Hashable {
  let sender: SenderID
  let boot: UInt64
  let isSigned: Bool
}

/// Names one frame everywhere.
struct FrameID: Sendable, Hashable {
  let stream: SenderStream
  let sequence: UInt64
}
