#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import AppSession
import Foundation

extension SessionSurroundings {
  /// The device's own clocks.
  ///
  /// - Parameter wall: the clock that the user can set.
  package static func system(
    wall: @escaping @Sendable () -> Date, identifier: @escaping @Sendable () -> String
  ) -> SessionSurroundings {
    let boot = bootName()
    return SessionSurroundings(
      clock: { ClockReading(uptime: uptime(), boot: boot, wall: Int64(wall().timeIntervalSince1970)) },
      sleep: { try? await Task.sleep(for: $0, clock: .continuous) }, identifier: identifier)
  }

  /// Time since the device started, sleep included. Source: clock_gettime(2); on Darwin `CLOCK_MONOTONIC_RAW` counts
  /// sleep, on Linux only `CLOCK_BOOTTIME` does.
  private static func uptime() -> Duration {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// What the system calls this start of the device; nil when it does not tell, or an app may not ask.
  private static func bootName() -> String? {
    #if canImport(Darwin)
      var size = 0
      guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, (1...128).contains(size) else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
      guard let data = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id") else { return nil }
      let name = String(decoding: data.prefix(64), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return name.isEmpty ? nil : name
    #endif
  }
}
