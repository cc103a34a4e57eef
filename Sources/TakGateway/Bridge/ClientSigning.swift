import NetworkTrust
import SwiftASN1
import X509

/// How a client's key signs a proof: one way for each kind of key.
///
/// RSA signs with PKCS #1 v1.5, which the certificate library verifies; the text begins with words of its own, so no
/// signature of a handshake or a request passes for one.
enum ClientSigning {
  case p256, p384, p521, rsa, ed25519

  init(_ kind: ClientKeyKind) {
    switch kind {
    case .p256: self = .p256
    case .p384: self = .p384
    case .p521: self = .p521
    case .rsa: self = .rsa
    case .ed25519: self = .ed25519
    }
  }

  init?(_ key: Certificate.PublicKey) {
    guard let kind = (try? key.serializeAsPEM().derBytes).flatMap({ try? ClientKeyKind(publicKey: $0) })
    else { return nil }
    self.init(kind)
  }

  var keyAlgorithm: ClientSignatureAlgorithm {
    switch self {
    case .p256: .ecdsaSHA256
    case .p384: .ecdsaSHA384
    case .p521: .ecdsaSHA512
    case .rsa: .rsaPKCS1SHA256
    case .ed25519: .ed25519
    }
  }

  var certificateAlgorithm: Certificate.SignatureAlgorithm {
    switch self {
    case .p256: .ecdsaWithSHA256
    case .p384: .ecdsaWithSHA384
    case .p521: .ecdsaWithSHA512
    case .rsa: .sha256WithRSAEncryption
    case .ed25519: .ed25519
    }
  }
}
