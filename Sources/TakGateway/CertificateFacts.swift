import Crypto
import Foundation
import SwiftASN1
import X509

/// What people are shown of a certificate, and what a proof needs of it.
struct CertificateFacts {
  let certificate: Certificate
  let fingerprint: String

  init?(_ der: [UInt8]) {
    guard let certificate = try? Certificate(derEncoded: der) else { return nil }
    self.certificate = certificate
    fingerprint = SHA256.hash(data: der).map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count < 2 ? "0" + text : text
    }.joined(separator: ":")
  }

  /// The common name, where it may be shown.
  var commonName: String? {
    for name in certificate.subject {
      for attribute in name where attribute.type == .RDNAttributeType.commonName {
        if let text = String(attribute.value) { return SafeText(text)?.text }
      }
    }
    return nil
  }

  var isForClients: Bool { (try? certificate.extensions.extendedKeyUsage)?.contains(.clientAuth) == true }
  var isForServers: Bool { (try? certificate.extensions.extendedKeyUsage)?.contains(.serverAuth) == true }

  /// Whether a path over these certificates leads to one of the authorities; signatures only.
  func isSigned(by authorities: [[UInt8]], over intermediates: [[UInt8]]) -> Bool {
    if isSigned(by: authorities) { return true }
    return intermediates.indices.contains { place in
      var rest = intermediates
      let issuer = rest.remove(at: place)
      return isSigned(by: [issuer]) && CertificateFacts(issuer)?.isSigned(by: authorities, over: rest) == true
    }
  }

  func isSigned(by issuers: [[UInt8]]) -> Bool {
    issuers.contains { der in
      guard let issuer = try? Certificate(derEncoded: der), issuer.subject == certificate.issuer else { return false }
      return issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    }
  }
}
