import SecurityPolicy
import Synchronization
import SwiftASN1
import X509

/// Decides on each valid path that the search finds, and lets it go on where a path does not satisfy the pins: another may.
///
/// It comes behind the other rules, so that it sees valid paths only. There is one search, as long as any for a chain that
/// has no valid path.
///
/// Not protected: a path through a certificate that the search does not look at is not found, and nothing is looked up that
/// the server did not present.
struct PathChoice: VerifierPolicy {
  /// The first valid path's decision, unless a later path satisfied the pins.
  final class Found: Sendable {
    private let held = Mutex<TrustDecision?>(nil)

    var decision: TrustDecision? { held.withLock(\.self) }

    /// Whether no better one is to be looked for.
    fileprivate func settles(_ decision: TrustDecision) -> Bool {
      held.withLock { held in
        let isSettled = decision.pinMatch == .holds || held == nil && !decision.isPinMismatch
        if isSettled || held == nil { held = decision }
        return isSettled
      }
    }
  }

  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []
  let found = Found()
  let decide: @Sendable ([Certificate]) -> TrustDecision

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    found.settles(decide(Array(chain))) ? .meetsPolicy : .failsToMeetPolicy(reason: "its pins are not satisfied")
  }
}
