import Foundation
import SwiftASN1
import X509

/// A request for a certificate (PKCS#10), signed by the key that it is for: proof that whoever asks has the key.
///
/// Protects the authority against requests for foreign keys. Who asks, and whether they may, is the authority's to find
/// out: send it over a channel that names you.
/// Source: RFC 2986.
public struct CertificateRequest: Sendable, Hashable {
  /// The request, DER.
  public let der: [UInt8]

  /// - Throws: ``IdentityError``: `unsupported`, `keyGone`, `locked`, `signingFailed`, `malformedKey`, `weakKey`.
  public init(for key: ClientKey, subject: CertificateSubject) async throws(IdentityError) {
    let signing = try RequestSigningKey(key)
    do {
      let request = try await CertificateSigningRequest(
        version: .v1, subject: Self.name(subject), asyncPrivateKey: .init(signing),
        attributes: .init([]), signatureAlgorithm: signing.defaultSignatureAlgorithm)
      var serializer = DER.Serializer()
      try serializer.serialize(request)
      der = serializer.serializedBytes
    } catch {
      throw (error as? IdentityError) ?? .signingFailed(0)
    }
  }

  /// Base64 without lines around it, as enrolment servers of TAK take it.
  public var base64: String { Data(der).base64EncodedString() }

  /// As most authorities take it.
  public var pem: String { PEMDocument(type: "CERTIFICATE REQUEST", derBytes: der).pemString }

  private static func name(_ subject: CertificateSubject) -> DistinguishedName {
    DistinguishedName(
      subject.parts.map { part in
        let type: ASN1ObjectIdentifier =
          switch part {
          case .organization: .RDNAttributeType.organizationName
          case .organizationalUnit: .RDNAttributeType.organizationalUnitName
          case .commonName: .RDNAttributeType.commonName
          }
        return RelativeDistinguishedName(.init(type: type, utf8String: part.text))
      })
  }
}
