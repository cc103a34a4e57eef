public import Redaction
public import SecurityPolicy

/// How many times in a row a PIN was tried without success, and when the last try was.
///
/// It rests beside the hash in the secret store and outlives a reinstall, so that deleting the app buys no new tries.
/// When is told by the clock of ``PINClockReading``, together with which start of the device that was: no wall clock,
/// which anybody can set. A count without a time is one whose delay begins anew.
///
/// Layout of version 1, a count without a time, in bytes: magic `PINA` (4), version (1), count (4, big-endian). Version 2
/// adds: milliseconds since the device started (8, big-endian), SHA-256 of what names that start, cut to 16.
/// Source: BSI TR-03161-1 O.Auth_7; MASVS-AUTH-2.
public struct PINAttempts: PlacedSecretValue, Hashable {
  public static var dataType: DataType { .pinHash }
  /// Where the counter rests. `FirstLaunch` keeps what has this name.
  public static let secretName = SecretName(constant: "pin.attempts")
  /// The newest format that this build writes and reads.
  public static let version: UInt8 = 2

  /// A moment of one start of the device.
  struct Moment: Sendable, Hashable {
    static let bootCount = 16
    let milliseconds: UInt64
    let boot: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) {
      milliseconds = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      boot = Array(bytes.dropFirst(8))
    }

    var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (56 - 8 * $0)) } + boot }

    /// Nil when that cannot be told: another start of the device, or a clock that went backwards.
    func elapsed(at now: Moment) -> Duration? {
      guard boot == now.boot, now.milliseconds >= milliseconds else { return nil }
      return .milliseconds(Int64(clamping: now.milliseconds - milliseconds))
    }
  }

  private static let magic = Array("PINA".utf8)

  /// Tries since the last success.
  public let count: UInt32
  /// From when a delay counts.
  let since: Moment?

  /// A count without a time: a delay after it begins anew.
  public init(count: UInt32 = 0) { self.init(count: count, since: nil) }

  init(count: UInt32, since: Moment?) {
    self.count = count
    self.since = since
  }

  /// One more; stays at the largest number instead of starting anew.
  public var next: PINAttempts { PINAttempts(count: count == .max ? .max : count + 1) }

  /// Reads the stored form, of either version.
  ///
  /// - Throws: ``StorageError/unreadableValue(_:)``, ``StorageError/newerVersion(_:)``. An unreadable counter is not
  ///   zero tries.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    let bytes = secret.withExposedBytes { Array($0.prefix(34)) }
    guard bytes.count > 4, bytes.starts(with: Self.magic), bytes[4] >= 1 else { throw .unreadableValue(name) }
    guard bytes[4] <= Self.version else { throw .newerVersion(name) }
    guard bytes.count == (bytes[4] == 1 ? 9 : 17 + Moment.bootCount) else { throw .unreadableValue(name) }
    count = bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
    since = bytes[4] == 1 ? nil : Moment(bytes[9...])
  }

  /// The layout above.
  public func secretForm() -> Secret {
    let tries = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    return Secret(copying: Self.magic + [since == nil ? 1 : 2] + tries + (since?.bytes ?? []))
  }

  /// How much of a delay is left; all of it where nobody can tell.
  func remaining(of delay: Duration, at now: Moment) -> Duration {
    guard let elapsed = since?.elapsed(at: now) else { return delay }
    return max(delay - elapsed, .zero)
  }
}
