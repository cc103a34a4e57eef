/// How long to wait before a connection is tried again: by chance anything up to a limit that doubles with each failure, so
/// that a server that comes back is not met by all its clients at once.
///
/// A connection that was proven and broke soon is a failure, too: a server that takes everybody and throws them out is not
/// asked faster than one that is gone. Source: the full jitter of "Exponential Backoff And Jitter" (AWS Architecture Blog).
public struct ReconnectRule: Sendable, Hashable {
  /// The limit after the first failure.
  public var first: Duration
  public var longest: Duration
  /// A connection that held for so long begins the count anew.
  public var settled: Duration

  /// A second, doubled up to a minute, unless said otherwise.
  public init(
    first: Duration = .seconds(1), longest: Duration = .seconds(60), settled: Duration = .seconds(60)
  ) {
    (self.first, self.longest, self.settled) = (first, longest, settled)
  }

  /// - Parameters:
  ///   - failures: connections in a row that did not hold; 1 or more.
  ///   - generator: the dice.
  public func delay(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    let doubled = first * (1 << min(max(failures, 1) - 1, 16))
    return min(doubled, longest) * Double.random(in: 0...1, using: &generator)
  }
}
