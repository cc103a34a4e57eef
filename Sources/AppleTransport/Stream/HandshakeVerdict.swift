import NetworkTrust
import Synchronization

/// What the verify block found out about the server of one connection, which itself only knows that it was refused.
final class HandshakeVerdict: Sendable {
  private struct State {
    var proof: ValidatedServerChain?
    var refusal: NetworkError?
  }

  private let state = Mutex(State())

  /// The path that the server was accepted for; nil while it was not.
  var proof: ValidatedServerChain? { state.withLock { $0.proof } }

  /// The first reason why there is no connection.
  var refusal: NetworkError? { state.withLock { $0.refusal } }

  func note(_ decision: TrustDecision) {
    state.withLock { state in
      state.proof = decision.proof
      state.refusal = state.refusal ?? decision.error
    }
  }

  /// What the server knows of an identity that is offered to whoever is accepted and asks. O.Ntwk_5#967
  func shown(_ showsIdentity: Bool) -> ShownIdentity {
    guard proof != nil else { return .unjudged }
    return showsIdentity ? .offered : .nobody
  }
}
