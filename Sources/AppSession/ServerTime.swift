/// What a server said of the time, and when that was by the device's clocks.
///
/// From it on only what nobody can set is counted: a wall clock that is wrong neither ends a session nor keeps it open.
public struct ServerTime: Sendable, Hashable {
  /// Seconds since 1970.
  public var seconds: Int64
  public var at: ClockReading

  public init(seconds: Int64, at: ClockReading) {
    self.seconds = seconds
    self.at = at
  }

  /// The server's time now, or less than that: after a restart of the device only what it runs since is known to have
  /// passed.
  public func earliest(at now: ClockReading) -> Int64 { seconds + (now.uptime - start(at: now)).components.seconds }

  /// Whether ``earliest(at:)`` is the server's time and not only a bound: the device has run without a restart since.
  public func isExact(at now: ClockReading) -> Bool {
    at.boot != nil && at.boot == now.boot && now.uptime >= at.uptime
  }

  /// The uptime from which on time counts.
  func start(at now: ClockReading) -> Duration {
    if now.elapsed(since: at) != nil { return at.uptime }
    // A clock that went backwards without a restart tells nothing.
    return at.boot != nil && at.boot == now.boot ? now.uptime : .zero
  }

  /// Years that a certificate or a stored session may name.
  static let range: ClosedRange<Int64> = 0...253_402_300_799
}
