/// One look at a device's clocks. The user can set the wall clock; what counts since the device started, nobody can.
public struct ClockReading: Sendable, Hashable {
  /// Time since the device started, sleep included: a clock that stops during sleep would keep a session open overnight.
  public var uptime: Duration
  /// Names this start of the device, so that the uptimes of two starts are never compared; nil when the platform does
  /// not tell.
  public var boot: String?
  /// Seconds since 1970, as far as known the server's.
  public var wall: Int64

  public init(uptime: Duration, boot: String?, wall: Int64) {
    self.uptime = uptime
    self.boot = boot
    self.wall = wall
  }

  /// How long ago `earlier` was; nil when that cannot be told: another start of the device, or a clock that went
  /// backwards.
  public func elapsed(since earlier: ClockReading) -> Duration? {
    guard boot == earlier.boot, uptime >= earlier.uptime else { return nil }
    return uptime - earlier.uptime
  }
}
