import Foundation
import SecurityPolicy

/// How long an entry lives, on a clock that its user can set.
struct CacheLife {
  let seconds: TimeInterval

  init(_ life: Duration) {
    let parts = life.components
    seconds = TimeInterval(parts.seconds) + TimeInterval(parts.attoseconds) / 1e18
  }

  /// The time that counts after the clock says `now`: it never runs backwards, so no entry gets younger. Corrections of a few
  /// seconds are what clocks do; nil for more than that: somebody set the clock back.
  static func time(after latest: Date, now: Date) -> Date? {
    now < latest.addingTimeInterval(-5) ? nil : max(now, latest)
  }

  /// An entry from the future was stored before the clock was set back: how old it is nobody knows.
  func holds(stored: Date, now: Date) -> Bool {
    let age = now.timeIntervalSince(stored)
    return age >= 0 && age < seconds
  }
}
