import Foundation

/// The device's own clocks.
public struct SystemCheckClock: CheckClock {
  private let start = ContinuousClock.now

  public init() {}

  public func now() -> Date { Date() }

  /// Since this value was made: the continuous clock counts through suspension.
  public func elapsed() -> Duration { start.duration(to: .now) }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    do { try await Task.sleep(for: duration, clock: .continuous) } catch { throw CancellationError() }
  }
}
