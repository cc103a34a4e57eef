import Crypto
public import NetworkTrust

/// What every `ClientKeySource` promises, as runnable claims. Needs no test framework.
///
/// Not claimed: that a key cannot be copied; nobody sees that from outside. The signatures of keys on P-256 and P-384 are
/// verified, those of other kinds are not looked at.
public enum ClientKeySourceConformance {
  /// Runs every claim on a source of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeSource: a new source without keys; called once per claim.
  public static func brokenClaims(of makeSource: () async throws -> any ClientKeySource) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeSource)
  }

  private static let message = Array("a message that the key hashes itself".utf8)

  private static func signs(_ signer: any ClientSigner) async throws -> Bool {
    if let key = try? P256.Signing.PublicKey(derRepresentation: signer.publicKey) {
      let bytes = try await signer.signature(over: message, using: .ecdsaSHA256)
      return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: bytes), for: message)
    }
    if let key = try? P384.Signing.PublicKey(derRepresentation: signer.publicKey) {
      let bytes = try await signer.signature(over: message, using: .ecdsaSHA384)
      return key.isValidSignature(try P384.Signing.ECDSASignature(derRepresentation: bytes), for: message)
    }
    return !signer.publicKey.isEmpty
  }

  /// How many algorithms the key signs with, and whether it refuses the others by their name.
  private static func refusesOthers(_ signer: any ClientSigner) async -> Bool {
    var accepted = 0
    for algorithm in ClientSignatureAlgorithm.allCases {
      do throws(IdentityError) {
        _ = try await signer.signature(over: message, using: algorithm)
        accepted += 1
      } catch {
        guard case .unsupported = error else { return false }
      }
    }
    // An RSA key has three digests in two paddings; every other kind signs in one way.
    return (1...6).contains(accepted)
  }

  private static let claims: [(String, ConformanceClaims<any ClientKeySource>.Check)] = [
    (
      "a source without keys has none in either place",
      { source in
        for slot in ClientKeySlot.allCases where try await source.key(in: slot) != nil { return false }
        return true
      }
    ),
    (
      "a key that was made is found in its place, and the other place stays empty",
      { source in
        for slot in ClientKeySlot.allCases {
          let made = try await source.makeKey(in: slot)
          guard try await source.key(in: slot)?.publicKey == made.publicKey else { return false }
          try await source.removeKey(in: slot)
          for other in ClientKeySlot.allCases where other != slot {
            guard try await source.key(in: other) == nil else { return false }
          }
        }
        return true
      }
    ),
    (
      "a key signs for its public key when it is made and when it is found",
      { source in
        let made = try await source.makeKey(in: .a)
        guard try await signs(made), let found = try await source.key(in: .a) else { return false }
        return try await signs(found)
      }
    ),
    (
      "an algorithm that is not the key's is refused as unsupported",
      { source in await refusesOthers(try await source.makeKey(in: .a)) }
    ),
    (
      "the two places hold two keys",
      { source in
        let first = try await source.makeKey(in: .a)
        let second = try await source.makeKey(in: .b)
        let found = try await source.key(in: .a)?.publicKey
        return first.publicKey != second.publicKey && found == first.publicKey
      }
    ),
    (
      "making a key again replaces the one that was there",
      { source in
        let first = try await source.makeKey(in: .a)
        let second = try await source.makeKey(in: .a)
        let found = try await source.key(in: .a)?.publicKey
        return first.publicKey != second.publicKey && found == second.publicKey
      }
    ),
    (
      "a removed key is gone and the other one stays; removing nothing is no error",
      { source in
        let kept = try await source.makeKey(in: .b)
        _ = try await source.makeKey(in: .a)
        try await source.removeKey(in: .a)
        try await source.removeKey(in: .a)
        guard try await source.key(in: .a) == nil else { return false }
        return try await source.key(in: .b)?.publicKey == kept.publicKey
      }
    ),
  ]
}
