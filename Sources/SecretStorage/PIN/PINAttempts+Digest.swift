import Crypto

extension PINAttempts.Moment {
  /// - Parameter unnamed: stands for a start that the platform does not name.
  init(_ reading: PINClockReading, unnamed: [UInt8]) {
    let (seconds, attoseconds) = reading.uptime.components
    milliseconds = seconds < 0 ? 0 : UInt64(seconds) * 1000 + UInt64(max(attoseconds, 0)) / 1_000_000_000_000_000
    boot = Array(SHA256.hash(data: reading.boot.map { Array($0.utf8) } ?? unnamed).prefix(Self.bootCount))
  }
}
