/// How long to wait before a connection is tried again: twice as long each time up to a limit, and by chance between half
/// and all of that, so that a server that comes back is not met by all its clients at once.
public struct ReconnectRule: Sendable, Hashable {
  public var first: Duration
  public var longest: Duration

  public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
    self.first = first
    self.longest = longest
  }

  /// - Parameters:
  ///   - failures: connections in a row that failed before they were proven; 1 or more.
  ///   - generator: the dice.
  public func delay(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    let doubled = first * (1 << min(max(failures, 1) - 1, 16))
    return min(doubled, longest) * Double.random(in: 0.5...1, using: &generator)
  }
}
