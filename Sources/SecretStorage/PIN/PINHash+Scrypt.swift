import Crypto
import CryptoExtras
import Foundation
public import Redaction
public import SecurityPolicy

extension PINHash {
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
