import Foundation

/// The seam to time: what ``IntegrityWatch`` reads and waits by.
public protocol CheckClock: Sendable {
  /// Wall-clock time; anybody may set it.
  func now() -> Date
  /// Time since some fixed moment of this start of the device, counted through suspension, never set by anybody
  /// (`CLOCK_BOOTTIME`, `mach_continuous_time`).
  func elapsed() -> Duration
  /// Waits; a clock that stands still during suspension may wait longer than it was asked.
  /// Throws when the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
}
