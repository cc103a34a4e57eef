/// How long to sleep between two attempts at a lock, in microseconds, until the wait is over.
///
/// The clock is monotonic and runs on while the device sleeps, so that setting the time prolongs nothing.
struct LockPauses {
  private static let longest: Int64 = 20_000
  private let end: ContinuousClock.Instant
  private var pause: Int64 = 250

  init(wait: Duration) { end = ContinuousClock.now + wait }

  mutating func next() -> Int64? {
    guard ContinuousClock.now < end else { return nil }
    defer { pause = min(pause * 2, Self.longest) }
    return pause
  }
}
