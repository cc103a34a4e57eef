import Crypto

/// X25519 with the look at the result that RFC 7748, section 6.1, and RFC 9180, section 7.1.4, ask for.
///
/// Claim: a key of small order, whose shared secret everybody knows without any private key, is refused; the library gives
/// such a secret out like any other. Not protected: who holds the peer's key.
enum KeyAgreement {
  /// Nil for a key of small order or one that is none.
  static func secret(
    of own: Curve25519.KeyAgreement.PrivateKey, with peer: [UInt8]
  ) -> SymmetricKey? {
    guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer),
      let shared = try? own.sharedSecretFromKeyAgreement(with: key)
    else { return nil }
    return shared.withUnsafeBytes { bytes in
      bytes.reduce(UInt8(0), |) == 0 ? nil : SymmetricKey(data: bytes)
    }
  }

  /// Whether a key can be sealed to. Every private key is a multiple of eight, so that any of them tells.
  static func isUsable(_ key: [UInt8]) -> Bool { secret(of: anyKey, with: key) != nil }

  /// Nothing is ever sealed under it.
  private static let anyKey = Curve25519.KeyAgreement.PrivateKey()
}
