public import AppSession
import Synchronization

/// A device's clocks in the hands of a test: time passes, the user sets the wall clock, the device restarts.
public final class ManualDeviceClock: Sendable {
  private let state: Mutex<ClockReading>

  /// Starts an hour after a start of the device.
  public init(wall: Int64 = 1_800_000_000, uptime: Duration = .seconds(3600), boot: String? = "boot-1") {
    state = Mutex(ClockReading(uptime: uptime, boot: boot, wall: wall))
  }

  public var reading: ClockReading { state.withLock { $0 } }

  /// Time passes: both clocks move.
  public func advance(by duration: Duration) {
    state.withLock {
      $0.uptime += duration
      $0.wall += duration.components.seconds
    }
  }

  /// Somebody sets the wall clock; the other one does not care.
  public func setWall(_ seconds: Int64) { state.withLock { $0.wall = seconds } }

  /// The device is off for a while and starts anew. `name` is what the platform calls this start.
  public func restart(as name: String?, offFor duration: Duration, uptime: Duration = .seconds(30)) {
    state.withLock {
      $0.wall += duration.components.seconds
      $0.boot = name
      $0.uptime = uptime
    }
  }
}
