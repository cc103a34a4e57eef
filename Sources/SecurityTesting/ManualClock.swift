public import Foundation
import Synchronization

/// A clock that stands still until a test moves it, forwards or backwards.
public final class ManualClock: Sendable {
  private let time: Mutex<Date>

  /// Starts at 2001-01-01 00:00:00 UTC unless told otherwise.
  public init(_ start: Date = Date(timeIntervalSinceReferenceDate: 0)) { time = Mutex(start) }

  public var now: Date { time.withLock { $0 } }

  /// Moves the clock; a negative number of seconds moves it back, as a user can.
  public func advance(bySeconds seconds: TimeInterval) {
    time.withLock { $0 = $0.addingTimeInterval(seconds) }
  }

  /// Sets the time, backwards too.
  public func set(to date: Date) { time.withLock { $0 = date } }
}
