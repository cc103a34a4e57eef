import Crypto
import Foundation

/// The seed's protection of Bluetooth messages, for devices that know nothing better: a box of nonce 12, ciphertext and
/// tag 16 under AES-256-GCM, and HMAC-SHA256 over a challenge of 32 bytes.
///
/// What it lacks, and ``MeshMachine`` has: a recorded box opens again tomorrow; only one side proves the key, and a
/// challenge can be passed on to another member; every member can be anybody; there is no key id, no end and no
/// rotation; whoever captures a phone reads all that was ever recorded; and one key both seals and answers challenges.
/// That is why a key for this suite serves no other (``MeshError/suiteMismatch``).
public struct SeedSuite: Sendable {
  public static let challengeByteCount = 32
  static let overhead = 28
  private let key: SymmetricKey

  /// - Throws: ``MeshError/suiteMismatch`` unless the key was imported for the seed's suite.
  public init(insecureSeedSuite key: MeshKey) throws(MeshError) {
    guard key.suite == .seed else { throw .suiteMismatch }
    self.key = key.withExposedKey { SymmetricKey(data: $0) }
  }

  /// A box with a nonce from `generator`, which must be the system's: a nonce that comes twice opens both boxes and lets
  /// anybody forge. Make a new key long before 2^32 boxes.
  ///
  /// - Throws: ``MeshError/sealingFailed``.
  public func seal(_ bytes: [UInt8], using generator: inout some RandomNumberGenerator) throws(MeshError) -> [UInt8] {
    let nonce = Self.random(12, using: &generator)
    guard let nonce = try? AES.GCM.Nonce(data: nonce), let box = try? AES.GCM.seal(bytes, using: key, nonce: nonce),
      let combined = box.combined
    else { throw .sealingFailed }
    return Array(combined)
  }

  /// What is in the box; nil for a wrong key or altered bytes. A box that was opened before opens again.
  public func open(_ box: [UInt8]) -> [UInt8]? {
    guard box.count >= Self.overhead, let box = try? AES.GCM.SealedBox(combined: box) else { return nil }
    return (try? AES.GCM.open(box, using: key)).map { Array($0) }
  }

  /// 32 bytes for the other side to answer.
  public static func challenge(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    random(challengeByteCount, using: &generator)
  }

  /// The answer to a challenge: nil unless it has 32 bytes.
  public func answer(to challenge: [UInt8]) -> [UInt8]? {
    guard challenge.count == Self.challengeByteCount else { return nil }
    return Array(HMAC<SHA256>.authenticationCode(for: challenge, using: key))
  }

  /// Whether somebody who holds the key answered; maybe not the one who sent it. Compared in constant time.
  public func isAnswer(_ answer: [UInt8], to challenge: [UInt8]) -> Bool {
    challenge.count == Self.challengeByteCount
      && HMAC<SHA256>.isValidAuthenticationCode(answer, authenticating: challenge, using: key)
  }

  private static func random(_ count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
