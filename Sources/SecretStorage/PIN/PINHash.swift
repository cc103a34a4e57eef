import Crypto
import CryptoExtras
import Foundation
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

  private static let magic = Array("PINH".utf8)
  private static let saltCount = 16
  private static let digestCount = 32
  private static let headerCount = 8

  public let parameters: PINHashParameters
  private let encoded: Secret

  /// Hashes a PIN that was just chosen; takes about as long as a comparison.
  ///
  /// - Parameter generator: draws the salt; the system's generator outside of tests.
  /// - Throws: ``StorageError/keySize(_:)`` unless the device secret has 32 bytes; ``StorageError/sealingFailed`` when
  ///   the memory for scrypt is missing.
  public init(
    of pin: borrowing PIN, keyedWith deviceSecret: borrowing Secret, parameters: PINHashParameters = .standard,
    using generator: inout some RandomNumberGenerator
  ) throws(StorageError) {
    let salt = (0..<Self.saltCount).map { _ in UInt8(truncatingIfNeeded: generator.next() as UInt64) }
    let digest = try Self.digest(of: pin, deviceSecret, salt, parameters)
    let header =
      Self.magic + [Self.version, parameters.logRounds, parameters.blockSize, parameters.parallelism] + salt
    self.parameters = parameters
    encoded = Secret(count: header.count + Self.digestCount) { bytes in
      bytes.copyBytes(from: header)
      digest.withExposedBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...]).copyMemory(from: $0) }
    }
  }

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

  /// Whether this is the PIN, compared in constant time.
  ///
  /// `undetermined` when the device secret has not 32 bytes or the memory for scrypt is missing. Count the attempt,
  /// durably, before this call: ``PINVault`` does.
  public borrowing func verify(_ pin: borrowing PIN, keyedWith deviceSecret: borrowing Secret) -> Verdict {
    let salt = encoded.withExposedBytes { Array($0[Self.headerCount..<(Self.headerCount + Self.saltCount)]) }
    let stored = encoded.withExposedBytes { bytes in
      Secret(count: Self.digestCount) { $0.copyBytes(from: bytes.suffix(Self.digestCount)) }
    }
    do throws(StorageError) {
      let digest = try Self.digest(of: pin, deviceSecret, salt, parameters)
      return digest.isEqual(to: stored) ? .holds : .fails("the PIN is not the one that was set")
    } catch {
      return .undetermined("the PIN could not be hashed")
    }
  }

  /// The layout above.
  public borrowing func secretForm() -> Secret { encoded.duplicate() }

  private static func digest(
    of pin: borrowing PIN, _ deviceSecret: borrowing Secret, _ salt: [UInt8], _ parameters: PINHashParameters
  ) throws(StorageError) -> Secret {
    guard deviceSecret.count == Self.deviceSecretCount else { throw .keySize(deviceSecret.count) }
    var keyed = HMAC<SHA256>(key: deviceSecret.withExposedBytes { SymmetricKey(data: $0) })
    keyed.update(data: Array("mantlet.pin.1".utf8))
    pin.withExposedBytes { keyed.update(data: $0) }
    let code = keyed.finalize()
    do {
      // O.Pass_5#20 O.Cryp_2#20
      let key = try code.withUnsafeBytes { code in
        try KDF.Scrypt.deriveKey(
          from: code, salt: salt, outputByteCount: digestCount, rounds: parameters.rounds,
          blockSize: Int(parameters.blockSize), parallelism: Int(parameters.parallelism))
      }
      return Secret(count: digestCount) { bytes in key.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    } catch {
      throw .sealingFailed
    }
  }
}
