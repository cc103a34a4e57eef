#if LinuxClient
  import Foundation
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// What a finished handshake came to.
  struct Handshake: Sendable {
    /// The protocol that ALPN agreed on.
    let agreed: String?
    /// The client's own that were offered; none without an identity.
    let certificates: [[UInt8]]
    /// Whether the server's path held a pinned key.
    let pinMatch: Verdict
    /// The path that was accepted.
    let proof: ValidatedServerChain
    /// The time that the server was judged at.
    let judgedAt: Date

    /// The server was judged, else there were no finished handshake.
    var shown: ShownIdentity { certificates.isEmpty ? .nobody : .offered }
  }

  /// The judgement inside of one handshake, for whoever is handed the connection after it.
  final class Judgement: Sendable {
    private let kept = Mutex<(decision: TrustDecision, date: Date)?>(nil)

    func keep(_ decision: TrustDecision, at date: Date) { kept.withLock { $0 = (decision, date) } }

    /// What a server knows that is offered these certificates once it is accepted. O.Ntwk_5#966
    func shown(_ certificates: [[UInt8]]) -> ShownIdentity {
      guard kept.withLock({ $0?.decision.proof }) != nil else { return .unjudged }
      return certificates.isEmpty ? .nobody : .offered
    }

    /// - Throws: ``NetworkError/secureChannelRefused`` when nobody judged, or the verdict does not hold: such a connection
    ///   is handed to nobody.
    func handshake(agreed: String?, certificates: [[UInt8]]) throws -> Handshake {
      guard let (decision, date) = kept.withLock({ $0 }), let proof = decision.proof else {
        throw NetworkError.secureChannelRefused
      }
      return Handshake(
        agreed: agreed, certificates: certificates, pinMatch: decision.pinMatch, proof: proof, judgedAt: date)
    }
  }
#endif
