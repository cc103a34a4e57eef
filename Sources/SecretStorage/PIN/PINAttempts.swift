public import Redaction
public import SecurityPolicy

/// How many times in a row a PIN was tried without success.
///
/// It rests beside the hash in the secret store and outlives a reinstall, so that deleting the app buys no new tries.
/// It holds no time: how long to wait after how many tries is decided elsewhere, on a monotonic clock.
///
/// Layout of version 1, in bytes: magic `PINA` (4), version (1), count (4, big-endian).
/// Source: BSI TR-03161-1 O.Auth_7; MASVS-AUTH-2.
public struct PINAttempts: PlacedSecretValue, Hashable {
  public static var dataType: DataType { .pinHash }
  /// Where the counter rests. `FirstLaunch` keeps what has this name.
  public static let secretName = SecretName(constant: "pin.attempts")
  /// The format that this build writes, and the newest that it reads.
  public static let version: UInt8 = 1

  private static let magic = Array("PINA".utf8)

  /// Tries since the last success.
  public let count: UInt32

  public init(count: UInt32 = 0) { self.count = count }

  /// One more; stays at the largest number instead of starting anew.
  public var next: PINAttempts { PINAttempts(count: count == .max ? .max : count + 1) }

  /// Reads the stored form.
  ///
  /// - Throws: ``StorageError/unreadableValue(_:)``, ``StorageError/newerVersion(_:)``. An unreadable counter is not
  ///   zero tries.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    let bytes = secret.withExposedBytes { Array($0.prefix(10)) }
    guard bytes.count > 4, bytes.starts(with: Self.magic), bytes[4] >= 1 else { throw .unreadableValue(name) }
    guard bytes[4] == Self.version else { throw .newerVersion(name) }
    guard bytes.count == 9 else { throw .unreadableValue(name) }
    count = bytes[5...].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The layout above.
  public func secretForm() -> Secret {
    Secret(copying: Self.magic + [Self.version] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) })
  }
}
