import SwiftASN1
import X509

/// What RFC 5280 leaves to the application: the leaf may serve TLS, issuers may sign certificates, nothing rests on
/// SHA-1. An anchor's own signature is not looked at: it is trusted for its key.
/// Source: RFC 5280, sections 4.2.1.3, 4.2.1.12 and 6.1.4 (n).
struct ServerUsagePolicy: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [.X509ExtensionID.extendedKeyUsage]

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    do {
      if let usage = try chain.leaf.extensions.extendedKeyUsage, !usage.contains(.serverAuth), !usage.contains(.any) {
        return .failsToMeetPolicy(reason: "not for servers")
      }
      for issuer in chain.dropFirst() {
        if let usage = try issuer.extensions.keyUsage, !usage.keyCertSign {
          return .failsToMeetPolicy(reason: "not for signing certificates")
        }
      }
    } catch {
      return .failsToMeetPolicy(reason: "unreadable usage")
    }
    // O.Cryp_3#1
    if chain.dropLast().contains(where: { $0.signatureAlgorithm == .sha1WithRSAEncryption }) {
      return .failsToMeetPolicy(reason: "SHA-1")
    }
    return .meetsPolicy
  }
}
