/// Between which readings of the clocks an active session stays active by itself.
struct SessionSpan: Sendable, Hashable {
  /// The start of the device for which it was reckoned.
  let boot: String?
  let from: Duration
  let until: Duration
  /// Seconds since 1970; from then on the server has to be asked.
  let wallEnd: Int64

  func contains(_ now: ClockReading) -> Bool {
    now.boot == boot && now.uptime >= from && now.uptime < until && now.wall < wallEnd
  }
}
