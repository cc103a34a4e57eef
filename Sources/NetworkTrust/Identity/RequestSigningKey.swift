import Foundation
import SwiftASN1
import X509

/// Lets swift-certificates sign a request with a key of ours, wherever it is.
struct RequestSigningKey: CustomPrivateKey {
  static let defaultPEMDiscriminator = "PRIVATE KEY"

  let publicKey: Certificate.PublicKey
  let defaultSignatureAlgorithm: Certificate.SignatureAlgorithm
  private let key: ClientKey
  private let algorithm: ClientSignatureAlgorithm

  init(_ key: ClientKey) throws(IdentityError) {
    self.key = key
    (algorithm, defaultSignatureAlgorithm) =
      switch try key.kind() {
      case .rsa: (.rsaPKCS1SHA256, .sha256WithRSAEncryption)
      case .p256: (.ecdsaSHA256, .ecdsaWithSHA256)
      case .p384: (.ecdsaSHA384, .ecdsaWithSHA384)
      case .p521: (.ecdsaSHA512, .ecdsaWithSHA512)
      case .ed25519: (.ed25519, .ed25519)
      }
    do { publicKey = try Certificate.PublicKey(derEncoded: key.publicKey) } catch { throw .malformedKey }
  }

  var supportedSignatureAlgorithms: [Certificate.SignatureAlgorithm] { [defaultSignatureAlgorithm] }

  func signSynchronously(
    bytes: some DataProtocol, signatureAlgorithm: Certificate.SignatureAlgorithm
  ) throws -> Certificate.Signature {
    // A key in hardware may have to wait for its owner.
    throw IdentityError.unsupported(.signature)
  }

  func signAsynchronously(
    bytes: some DataProtocol & Sendable, signatureAlgorithm: Certificate.SignatureAlgorithm
  ) async throws -> Certificate.Signature {
    guard signatureAlgorithm == defaultSignatureAlgorithm else { throw IdentityError.unsupported(.signature) }
    let signature = try await key.signature(over: Array(bytes), using: algorithm)
    return try Certificate.Signature(
      signatureAlgorithm: signatureAlgorithm, signatureBytes: ASN1BitString(bytes: signature[...]))
  }

  /// The private half goes nowhere.
  func serialize(into coder: inout DER.Serializer) throws { throw IdentityError.unsupported(.key) }

  static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

  func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}
