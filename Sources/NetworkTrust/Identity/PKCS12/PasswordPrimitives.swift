import Crypto
import CryptoExtras
import Foundation
import Redaction

/// What the readers of sealed files take from the libraries; nothing else here needs them.
enum PasswordPrimitives {
  /// Hashes `rounds` times: first `seed`, then each result.
  static func hash(
    _ seed: UnsafeRawBufferPointer, rounds: Int, _ digest: PasswordDigest, into output: UnsafeMutableRawBufferPointer
  ) {
    switch digest {
    // mantlet:allow weak-hash: a PKCS#12 file names its own digest; nothing is written with it.
    case .sha1: chain(Insecure.SHA1.self, seed, rounds, output)
    case .sha256: chain(SHA256.self, seed, rounds, output)
    case .sha384: chain(SHA384.self, seed, rounds, output)
    case .sha512: chain(SHA512.self, seed, rounds, output)
    }
  }

  private static func chain<Hash: HashFunction>(
    _: Hash.Type, _ seed: UnsafeRawBufferPointer, _ rounds: Int, _ output: UnsafeMutableRawBufferPointer
  ) {
    var input = seed
    for _ in 0..<rounds {
      var hash = Hash()
      hash.update(bufferPointer: input)
      hash.finalize().withUnsafeBytes { output.copyMemory(from: $0) }
      input = UnsafeRawBufferPointer(output)
    }
  }

  static func hmac(_ message: [UInt8], key: borrowing Secret, _ digest: PasswordDigest) -> Secret {
    let key = key.withExposedBytes { SymmetricKey(data: $0) }
    return switch digest {
    case .sha1: Secret(copying: HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
    case .sha256: Secret(copying: HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .sha384: Secret(copying: HMAC<SHA384>.authenticationCode(for: message, using: key))
    case .sha512: Secret(copying: HMAC<SHA512>.authenticationCode(for: message, using: key))
    }
  }

  static func pbkdf2(
    _ password: borrowing Secret, salt: [UInt8], rounds: Int, _ digest: PasswordDigest, count: Int
  ) throws -> Secret {
    let hash: KDF.Insecure.PBKDF2.HashFunction =
      switch digest {
      case .sha1: .insecureSHA1
      case .sha256: .sha256
      case .sha384: .sha384
      case .sha512: .sha512
      }
    let key = try password.withExposedBytes { bytes in
      // The file says how many rounds; the budget has bounded them from above.
      try KDF.Insecure.PBKDF2.deriveKey(
        from: bytes, salt: salt, using: hash, outputByteCount: count, unsafeUncheckedRounds: rounds)
    }
    return Secret(count: count) { room in key.withUnsafeBytes { room.copyMemory(from: $0) } }
  }

  static func scrypt(
    _ password: borrowing Secret, salt: [UInt8], cost: Int, block: Int, parallel: Int, count: Int
  ) throws -> Secret {
    let key = try password.withExposedBytes { bytes in
      try KDF.Scrypt.deriveKey(
        from: bytes, salt: salt, outputByteCount: count, rounds: cost, blockSize: block, parallelism: parallel)
    }
    return Secret(count: count) { room in key.withUnsafeBytes { room.copyMemory(from: $0) } }
  }

  /// AES in CBC mode, with its padding taken off.
  static func aes(_ bytes: ArraySlice<UInt8>, key: borrowing Secret, vector: [UInt8]) throws -> Secret {
    var plain = try AES._CBC.decrypt(
      bytes, using: key.withExposedBytes { SymmetricKey(data: $0) }, iv: AES._CBC.IV(ivBytes: vector))
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
    return Secret(count: plain.count) { room in plain.withUnsafeBytes { room.copyMemory(from: $0) } }
  }
}
