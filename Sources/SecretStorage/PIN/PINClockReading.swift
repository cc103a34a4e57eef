/// One look at a clock that nobody can set: how long the device has been running, and which start of it that is.
///
/// It has to count the time that the device sleeps (`CLOCK_BOOTTIME` on Linux and Android, `CLOCK_MONOTONIC_RAW` on
/// Apple's systems): else a delay would stand still in a pocket.
public struct PINClockReading: Sendable, Hashable {
  /// Since the device started.
  public let uptime: Duration
  /// Names this start of the device; nil when the platform does not tell.
  public let boot: String?

  public init(uptime: Duration, boot: String?) {
    self.uptime = uptime
    self.boot = boot
  }
}
