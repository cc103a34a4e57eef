import AttestationSamples
import Crypto
import CryptoExtras
import Foundation

/// A key that a sample certificate holds, and that may sign others.
enum SampleKey: Sendable {
  case p256(P256.Signing.PrivateKey)
  case p384(P384.Signing.PrivateKey)
  case p521(P521.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)
  case rsa(_RSA.Signing.PrivateKey)
  /// A public key alone, as SubjectPublicKeyInfo.
  case publicOnly([UInt8])

  var publicKeyInfo: [UInt8] {
    switch self {
    case .p256(let key): [UInt8](key.publicKey.derRepresentation)
    case .p384(let key): [UInt8](key.publicKey.derRepresentation)
    case .p521(let key): [UInt8](key.publicKey.derRepresentation)
    case .ed25519(let key):
      DERWriter.sequence(
        DERWriter.sequence(DERWriter.name([0x2B, 0x65, 0x70])), DERWriter.bits([UInt8](key.publicKey.rawRepresentation))
      )
    case .rsa(let key): Self.rsaInfo(key)
    case .publicOnly(let info): info
    }
  }

  /// The private key; nil where there is none.
  var pem: String? {
    switch self {
    case .p256(let key): key.pemRepresentation
    case .p384(let key): key.pemRepresentation
    case .p521(let key): key.pemRepresentation
    case .ed25519(let key):
      "-----BEGIN PRIVATE KEY-----\n"
        + Data(
          DERWriter.sequence(
            DERWriter.integer(0), DERWriter.sequence(DERWriter.name([0x2B, 0x65, 0x70])),
            DERWriter.octets(DERWriter.octets([UInt8](key.rawRepresentation))))
        ).base64EncodedString() + "\n-----END PRIVATE KEY-----\n"
    case .rsa(let key): key.pemRepresentation
    case .publicOnly: nil
    }
  }

  /// The library writes the algorithm as it stands in PKCS#8, too: `rsaEncryption` with NULL.
  private static func rsaInfo(_ key: _RSA.Signing.PrivateKey) -> [UInt8] {
    DERWriter.sequence(
      DERWriter.sequence(DERWriter.name(rsaName + [1]), DERWriter.null),
      DERWriter.bits([UInt8](key.publicKey.pkcs1DERRepresentation)))
  }

  private static let rsaName: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
  private static let ecdsaName: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04]

  func algorithm(sha1: Bool) -> [UInt8] {
    switch self {
    case .p256: DERWriter.sequence(DERWriter.name(Self.ecdsaName + (sha1 ? [0x01] : [0x03, 0x02])))
    case .p384: DERWriter.sequence(DERWriter.name(Self.ecdsaName + [0x03, 0x03]))
    case .p521: DERWriter.sequence(DERWriter.name(Self.ecdsaName + [0x03, 0x04]))
    case .ed25519, .publicOnly: DERWriter.sequence(DERWriter.name([0x2B, 0x65, 0x70]))
    case .rsa: DERWriter.sequence(DERWriter.name(Self.rsaName + [sha1 ? 5 : 11]), DERWriter.null)
    }
  }

  func sign(_ bytes: [UInt8], sha1: Bool) throws -> [UInt8] {
    switch self {
    case .p256(let key):
      if sha1 { return [UInt8](try key.signature(for: Insecure.SHA1.hash(data: bytes)).derRepresentation) }
      return [UInt8](try key.signature(for: bytes).derRepresentation)
    case .p384(let key): return [UInt8](try key.signature(for: bytes).derRepresentation)
    case .p521(let key): return [UInt8](try key.signature(for: bytes).derRepresentation)
    case .ed25519(let key): return [UInt8](try key.signature(for: bytes))
    case .rsa(let key):
      if sha1 {
        let digest = Insecure.SHA1.hash(data: bytes)
        return [UInt8](try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
      }
      return [UInt8](try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
    case .publicOnly: return [UInt8](repeating: 0, count: 64)
    }
  }
}
