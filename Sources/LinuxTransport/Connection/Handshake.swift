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
    /// The time that the server was judged at.
    let judgedAt: Date
  }

  /// The judgement inside of one handshake, for whoever is handed the connection after it.
  final class Judgement: Sendable {
    private let kept = Mutex<(pinMatch: Verdict, date: Date)?>(nil)

    func keep(_ decision: TrustDecision, at date: Date) { kept.withLock { $0 = (decision.pinMatch, date) } }

    /// - Throws: ``NetworkError/secureChannelRefused`` when nobody judged: such a connection is handed to nobody.
    func handshake(agreed: String?, certificates: [[UInt8]]) throws -> Handshake {
      guard let (pinMatch, date) = kept.withLock({ $0 }) else { throw NetworkError.secureChannelRefused }
      return Handshake(agreed: agreed, certificates: certificates, pinMatch: pinMatch, judgedAt: date)
    }
  }
#endif
