#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction

  /// A password as it rests: scrypt with its own salt and parameters. Slows guessing down after a database theft; does
  /// not save a weak password. Source: RFC 7914; BSI TR-03161-1 O.Pass_5.
  public struct PasswordHash: Sendable, Hashable {
    public let salt: [UInt8]
    public let rounds: Int
    public let blockSize: Int
    public let parallelism: Int
    public let hash: [UInt8]

    public init(salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int, hash: [UInt8]) {
      self.salt = salt
      self.rounds = rounds
      self.blockSize = blockSize
      self.parallelism = parallelism
      self.hash = hash
    }

    // O.Pass_5#1
    /// - Throws: `accountUnusable` when the library refuses the input.
    public init(password: borrowing Secret, salt: [UInt8]) throws(TrustServerError) {
      self.init(
        salt: salt, rounds: 1 << 14, blockSize: 8, parallelism: 1,
        hash: try Self.derive(password, salt, rounds: 1 << 14, blockSize: 8, parallelism: 1))
    }

    /// Compares in constant time. `undetermined` has no place here: what cannot be computed does not match.
    public func matches(_ password: borrowing Secret) -> Bool {
      guard
        let derived = try? Self.derive(password, salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
      else { return false }
      return Secret(copying: derived).isEqual(to: Secret(copying: hash))
    }

    private static func derive(
      _ password: borrowing Secret, _ salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int
    ) throws(TrustServerError) -> [UInt8] {
      let key: SymmetricKey? = password.withExposedBytes { bytes in
        try? KDF.Scrypt.deriveKey(
          from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
      }
      guard let key else { throw .accountUnusable }
      return key.withUnsafeBytes { [UInt8]($0) }
    }
  }
#endif
