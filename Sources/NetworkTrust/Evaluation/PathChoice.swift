import SwiftASN1
import X509

/// Lets the search for a path go on until one is found that is wanted: paths that come to it are valid by the rules before
/// it.
struct PathChoice: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []
  let isWanted: @Sendable ([Certificate]) -> Bool

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    isWanted(Array(chain)) ? .meetsPolicy : .failsToMeetPolicy(reason: "another path is wanted")
  }
}
