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

  /// What a server knows the client by. Nil unless there is exactly one common name, of letters: of several, or in an
  /// encoding that others read and we do not, nobody knows which one counts.
  var clientName: ProvenClient.Name? {
    let names = certificate.subject.flatMap { $0 }.filter { $0.type == .RDNAttributeType.commonName }
    guard names.count == 1, let text = String(names[0].value), !text.isEmpty else { return nil }
    return ProvenClient.Name(issuer: certificate.issuer, commonName: text.lowercased())
  }

  var isForClients: Bool { (try? certificate.extensions.extendedKeyUsage)?.contains(.clientAuth) == true }
  var isForServers: Bool { (try? certificate.extensions.extendedKeyUsage)?.contains(.serverAuth) == true }

  /// Whether a path over these certificates leads to one of the authorities; signatures only. Each certificate is looked at
  /// once, whatever they say of each other.
  func isSigned(by authorities: [[UInt8]], over intermediates: [[UInt8]]) -> Bool {
    let authorities = authorities.compactMap { CertificateFacts($0) }
    var (reached, rest) = ([self], intermediates.compactMap { CertificateFacts($0) })
    while let last = reached.popLast() {
      if last.isSigned(by: authorities) { return true }
      let issuers = rest.filter { last.isSigned(by: [$0]) }
      rest.removeAll { candidate in issuers.contains { $0.fingerprint == candidate.fingerprint } }
      reached += issuers
    }
    return false
  }

  func isSigned(by issuers: [CertificateFacts]) -> Bool {
    issuers.contains { issuer in
      issuer.certificate.subject == certificate.issuer
        && issuer.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }
  }
}
