import Crypto
import Foundation
import NetworkTrust
import SwiftASN1
import X509

/// Issues certificates for requests, as good or as bad as a test wants them.
struct ClientAuthority {
  let key = P256.Signing.PrivateKey()
  let name = try? DistinguishedName { CommonName("authority") }

  struct Wish {
    var usages: [ExtendedKeyUsage.Usage] = [.clientAuth]
    var isAuthority = false
    var from = ClientAuthority.start
    var life: TimeInterval = 90 * 86_400
  }

  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  func certificate() throws -> [UInt8] {
    try Self.encode(
      Certificate(
        version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Self.start,
        notValidAfter: Self.start + 10 * 365 * 86_400, issuer: name ?? DistinguishedName(),
        subject: name ?? DistinguishedName(),
        extensions: Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        }, issuerPrivateKey: .init(key)))
  }

  /// The chain for a request whose signature holds.
  func issue(_ request: [UInt8], _ wish: Wish = Wish()) throws -> [[UInt8]] {
    let read = try CertificateSigningRequest(derEncoded: request)
    guard read.publicKey.isValidSignature(read.signature, for: read) else { throw IdentityError.malformedKey }
    let leaf = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: read.publicKey, notValidBefore: wish.from,
      notValidAfter: wish.from + wish.life, issuer: name ?? DistinguishedName(), subject: read.subject,
      extensions: Certificate.Extensions {
        if wish.isAuthority {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        } else {
          Critical(BasicConstraints.notCertificateAuthority)
        }
        if !wish.usages.isEmpty { try ExtendedKeyUsage(wish.usages) }
      }, issuerPrivateKey: .init(key))
    return [try Self.encode(leaf), try certificate()]
  }

  private static func encode(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}
