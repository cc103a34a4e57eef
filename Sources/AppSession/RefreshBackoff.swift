/// How long to wait after failures in a row: doubling from one second, at most five minutes, with full jitter, so that
/// a server that comes back is not hit by everybody at once.
public struct RefreshBackoff: Sendable, Hashable {
  public let failures: Int
  public init(failures: Int) { self.failures = failures }

  /// The longest wait before the next attempt.
  public var ceiling: Duration { .seconds(min(300, 1 << min(max(failures - 1, 0), 9))) }

  /// How long to wait now: uniformly random up to ``ceiling``, zero without a failure.
  public func delay(using generator: inout some RandomNumberGenerator) -> Duration {
    guard failures > 0 else { return .zero }
    return .milliseconds(Int64.random(in: 0...ceiling.components.seconds * 1000, using: &generator))
  }
}
