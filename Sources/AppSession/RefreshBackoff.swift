import TrustWire

/// How long to wait after failures in a row: doubling from one second, at most five minutes, with full jitter, so that
/// a server that comes back is not hit by everybody at once.
public struct RefreshBackoff: Sendable, Hashable {
  /// How often one refresh asks before it gives up.
  public static let tries = 5
  /// A server that asks for more patience than this is not waited for: its callers are told.
  public static let patience = Duration.seconds(30)

  public let failures: Int
  public init(failures: Int) { self.failures = failures }

  /// The longest wait before the next attempt.
  public var ceiling: Duration { .seconds(min(300, 1 << min(max(failures - 1, 0), 9))) }

  /// How long to wait now: uniformly random up to ``ceiling``, zero without a failure.
  public func delay(using generator: inout some RandomNumberGenerator) -> Duration {
    guard failures > 0 else { return .zero }
    return .milliseconds(Int64.random(in: 0...ceiling.components.seconds * 1000, using: &generator))
  }

  /// How long a token is not sent again that was refused as often: random, and half of ``ceiling`` at least, so that five
  /// refusals in a row take seven seconds or more. Zero without a failure.
  public func pause(using generator: inout some RandomNumberGenerator) -> Duration {
    guard failures > 0 else { return .zero }
    let most = ceiling.components.seconds * 1000
    return .milliseconds(Int64.random(in: most / 2...most, using: &generator))
  }

  /// The wait before the next try after this error: never shorter than the server asks for. Nil when there is no next
  /// one: the error says something, the tries are used up, or the server asks for more than ``patience``.
  public func delay(after error: SessionError, using generator: inout some RandomNumberGenerator) -> Duration? {
    guard failures < Self.tries else { return nil }
    switch error {
    case .unreachable, .busy(_, nil): return delay(using: &generator)
    case .busy(_, let asked?):
      guard asked <= Self.patience else { return nil }
      // The jitter comes on top: everybody was told the same time.
      return asked + delay(using: &generator)
    default: return nil
    }
  }
}
