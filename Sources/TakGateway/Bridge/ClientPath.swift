import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Whether a client's certificate leads to an authority: valid at a given time, itself no authority, meant for clients.
struct ClientPath: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.keyUsage, .X509ExtensionID.subjectAlternativeName,
    .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints,
  ]

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    let leaf = chain.leaf
    guard let usage = try? leaf.extensions.extendedKeyUsage, usage.contains(.clientAuth) else {
      return .failsToMeetPolicy(reason: "not for clients")
    }
    if case .isCertificateAuthority? = try? leaf.extensions.basicConstraints {
      return .failsToMeetPolicy(reason: "an authority")
    }
    do {
      if let usage = try leaf.extensions.keyUsage, !usage.digitalSignature {
        return .failsToMeetPolicy(reason: "not for signatures")
      }
      for issuer in chain.dropFirst() {
        if let usage = try issuer.extensions.keyUsage, !usage.keyCertSign {
          return .failsToMeetPolicy(reason: "an issuer may not sign certificates")
        }
      }
    } catch { return .failsToMeetPolicy(reason: "unreadable") }
    return .meetsPolicy
  }

  static func isValid(_ path: [[UInt8]], authorities: [[UInt8]], now: Date) async -> Bool {
    let read = path.compactMap { try? Certificate(derEncoded: $0) }
    guard read.count == path.count, let leaf = read.first else { return false }
    let roots = CertificateStore(authorities.compactMap { try? Certificate(derEncoded: $0) })
    var verifier = Verifier(rootCertificates: roots) {
      RFC5280Policy(fixedExpiryValidationTime: now)
      ClientPath()
    }
    if case .validCertificate = await verifier.validate(leaf: leaf, intermediates: CertificateStore(read.dropFirst())) {
      return true
    }
    return false
  }
}
