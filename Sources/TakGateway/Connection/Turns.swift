/// Who may write to a stream: one at a time, in the order in which they asked.
struct Turns {
  /// Of the stream; what waited for an earlier one is out of date.
  private(set) var number = 0
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Whether it is the caller's turn at once; who is refused waits.
  mutating func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Resumed when the turn has come, or when the stream has ended.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  /// The turn of who has waited longest.
  mutating func pass() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }

  /// Nobody of this stream has a turn any more.
  mutating func end() {
    for continuation in waiting { continuation.resume() }
    (number, isTaken, waiting) = (number + 1, false, [])
  }
}
