/// Who may write to a stream: one at a time, in the order in which they asked.
struct Turns {
  /// Of the stream; what waited for an earlier one is out of date.
  private(set) var number = 0
  private var next = 0
  /// Who is writing, and behind it who waits.
  private var queue: [(id: Int, waiting: CheckedContinuation<Void, Never>?)] = []

  /// A place in the order, from this moment on.
  mutating func take() -> Int {
    next += 1
    queue.append((next, nil))
    return next
  }

  /// Whether it is this one's turn now.
  func isUp(_ id: Int) -> Bool { queue.first?.id == id }

  /// Resumed when the turn has come, or when the stream has ended.
  mutating func wait(_ id: Int, _ continuation: CheckedContinuation<Void, Never>) {
    guard !isUp(id), let place = queue.firstIndex(where: { $0.id == id }) else { return continuation.resume() }
    queue[place].waiting = continuation
  }

  /// The turn of who has waited longest.
  mutating func pass() {
    if !queue.isEmpty { queue.removeFirst() }
    guard let continuation = queue.first?.waiting else { return }
    queue[0].waiting = nil
    continuation.resume()
  }

  /// Nobody of this stream has a turn any more.
  mutating func end() {
    for place in queue { place.waiting?.resume() }
    (number, queue) = (number + 1, [])
  }
}
