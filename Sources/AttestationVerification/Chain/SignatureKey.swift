import Crypto
import CryptoExtras
import Foundation
import UntrustedInput

/// A public key that can check the signatures of a chain.
enum SignatureKey {
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case rsa(_RSA.Signing.PublicKey)

  /// Nil for every other kind of key, and for RSA below `minimumRSABits`.
  init?(_ info: DERElement, minimumRSABits: Int) {
    guard let parts = try? info.children(.sequence), parts.count == 2,
      let algorithm = try? parts[0].children(.sequence), algorithm.count == 2,
      let name = try? algorithm[0].objectIdentifier(), let key = try? parts[1].wholeBits()
    else { return nil }
    if name == ObjectIdentifiers.rsaEncryption {
      guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: info.encoded),
        key.keySizeInBits >= minimumRSABits
      else { return nil }
      self = .rsa(key)
      return
    }
    guard name == ObjectIdentifiers.ecPublicKey, let curve = try? algorithm[1].objectIdentifier() else { return nil }
    switch curve {
    case ObjectIdentifiers.p256:
      guard let key = try? P256.Signing.PublicKey(x963Representation: key) else { return nil }
      self = .p256(key)
    case ObjectIdentifiers.p384:
      guard let key = try? P384.Signing.PublicKey(x963Representation: key) else { return nil }
      self = .p384(key)
    case ObjectIdentifiers.p521:
      guard let key = try? P521.Signing.PublicKey(x963Representation: key) else { return nil }
      self = .p521(key)
    default: return nil
    }
  }

  func isValid(_ signature: [UInt8], of bytes: some DataProtocol, by algorithm: SignatureAlgorithm) -> Bool {
    switch algorithm.digest {
    case .sha256: isValid(signature, of: SHA256.hash(data: bytes), by: algorithm.family)
    case .sha384: isValid(signature, of: SHA384.hash(data: bytes), by: algorithm.family)
    case .sha512: isValid(signature, of: SHA512.hash(data: bytes), by: algorithm.family)
    }
  }

  private func isValid(_ signature: [UInt8], of digest: some Digest, by family: SignatureAlgorithm.Family) -> Bool {
    switch (self, family) {
    case (.p256(let key), .ecdsa):
      (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        ?? false
    case (.p384(let key), .ecdsa):
      (try? P384.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        ?? false
    case (.p521(let key), .ecdsa):
      (try? P521.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        ?? false
    case (.rsa(let key), .rsa):
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    default: false
    }
  }
}
