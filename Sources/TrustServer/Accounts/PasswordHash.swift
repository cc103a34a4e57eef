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

    init(salt: [UInt8], cost: PasswordCost, hash: [UInt8]) {
      self.init(
        salt: salt, rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism, hash: hash)
    }

    // O.Pass_5#1
    /// With N = 2^15, r = 8, p = 3: 32 MiB and three passes.
    /// - Throws: `accountUnusable` when the library refuses the input.
    public init(password: borrowing Secret, salt: [UInt8]) throws(TrustServerError) {
      try self.init(password: password, salt: salt, cost: .standard)
    }

    /// - Throws: `accountUnusable` when the library refuses the input.
    package init(password: borrowing Secret, salt: [UInt8], cost: PasswordCost) throws(TrustServerError) {
      self.init(salt: salt, cost: cost, hash: try Self.derive(password, salt, cost))
    }

    /// What made it.
    package var cost: PasswordCost { PasswordCost(rounds: rounds, blockSize: blockSize, parallelism: parallelism) }

    /// Compares in constant time. `undetermined` has no place here: what cannot be computed does not match.
    public func matches(_ password: borrowing Secret) -> Bool { matches(password, spending: { _ in }) }

    // O.Pass_5#3
    /// The same, and a wrong password takes about as long as at a hash of `least`, also when this one is weaker: else
    /// its time would tell which names exist and have not signed in for long.
    ///
    /// - Parameter spending: told the cost of each derivation before it begins.
    package func matches(
      _ password: borrowing Secret, asLongAs least: PasswordCost, spending: (PasswordCost) -> Void = { _ in }
    ) -> Bool {
      if matches(password, spending: spending) { return true }
      let missing = cost.passes(missingTo: least)
      if missing > 0 {
        _ = try? Self.derive(
          password, salt, PasswordCost(rounds: rounds, blockSize: blockSize, parallelism: missing), spending)
      }
      return false
    }

    private func matches(_ password: borrowing Secret, spending: (PasswordCost) -> Void) -> Bool {
      guard let derived = try? Self.derive(password, salt, cost, spending) else { return false }
      return Secret(copying: derived).isEqual(to: Secret(copying: hash))
    }

    private static func derive(
      _ password: borrowing Secret, _ salt: [UInt8], _ cost: PasswordCost,
      _ spending: (PasswordCost) -> Void = { _ in }
    ) throws(TrustServerError) -> [UInt8] {
      guard cost.isComputable else { throw .accountUnusable }
      spending(cost)
      let key: SymmetricKey? = password.withExposedBytes { bytes in
        try? KDF.Scrypt.deriveKey(
          from: bytes, salt: salt, outputByteCount: 32, rounds: cost.rounds, blockSize: cost.blockSize,
          parallelism: cost.parallelism)
      }
      guard let key else { throw .accountUnusable }
      return key.withUnsafeBytes { [UInt8]($0) }
    }
  }
#endif
