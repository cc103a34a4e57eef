public import Redaction
public import SecurityPolicy

/// What rests of a PIN: scrypt over the PIN, with a random salt and keyed with a secret of the device.
///
/// The PIN goes through HMAC-SHA256 under the device secret first and through scrypt second. In this order nobody can
/// begin to try PINs before they have the device secret (keying only scrypt's output would let the costly part be
/// computed ahead), and the PIN itself never reaches the memory that scrypt leaves behind.
///
/// - Protects against: whoever has the hash alone, from a backup or a log: without the device secret it says nothing.
/// - Does not protect against: whoever has both hash and device secret. One try costs about 0.3 seconds of a server's
///   core (measured), so all 10,000 PINs of four digits take it an hour and those of six digits four days; more cores
///   divide that. The device secret's place and the attempt counter carry the weight, scrypt only slows.
///
/// Layout of version 1, in bytes: magic `PINH` (4), version (1), log2 N (1), r (1), p (1), salt (16), digest (32).
/// Source: RFC 7914; RFC 2104; BSI TR-03161-1 O.Pass_5; MASVS-AUTH-2.
public struct PINHash: PlacedSecretValue, SensitiveValue, ~Copyable {
  public static var dataType: DataType { .pinHash }
  /// The format that this build writes, and the newest that it reads.
  public static let version: UInt8 = 1
  /// The bytes that a device secret must have.
  public static let deviceSecretCount = 32

  static let magic = Array("PINH".utf8)
  static let saltCount = 16
  static let digestCount = 32
  static let headerCount = 8

  public let parameters: PINHashParameters
  let encoded: Secret

  /// Reads the stored form.
  ///
  /// - Throws: ``StorageError/newerVersion(_:)``, ``StorageError/unreadableValue(_:)``, also for parameters out of
  ///   bounds.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    let header = secret.withExposedBytes { Array($0.prefix(Self.headerCount)) }
    guard header.count == Self.headerCount, header.starts(with: Self.magic), header[4] >= 1 else {
      throw .unreadableValue(name)
    }
    guard header[4] == Self.version else { throw .newerVersion(name) }
    guard secret.count == Self.headerCount + Self.saltCount + Self.digestCount,
      let parameters = PINHashParameters(logRounds: header[5], blockSize: header[6], parallelism: header[7])
    else { throw .unreadableValue(name) }
    self.parameters = parameters
    encoded = secret
  }

  /// Whether a hash made with `wanted` would be stronger: then hash anew when the PIN is next entered correctly.
  public borrowing func needsUpgrade(to wanted: PINHashParameters = .standard) -> Bool {
    parameters.isWeaker(than: wanted)
  }

  /// The layout above.
  public borrowing func secretForm() -> Secret { encoded.duplicate() }
}
