import SecurityPolicy

/// What ``TrustEvaluation`` found out about one presented chain.
public struct TrustDecision: Sendable, Hashable {
  /// `holds` only with a validated path and a pinned key in it; `undetermined` when the anchors could not be read.
  public let verdict: Verdict
  /// Why not, in the form that a request fails with; nil when the verdict holds.
  public let error: NetworkError?
  /// The proof; nil unless the verdict holds.
  public let proof: ValidatedServerChain?
  /// The keys of the validated path, leaf first, also when none of them is pinned; empty without a valid path.
  public let pinsSeen: [ServerPin]

  /// DER, leaf first; empty unless the verdict holds.
  public var validatedChain: [[UInt8]] { proof?.certificates ?? [] }

  init(_ proof: ValidatedServerChain) {
    verdict = .holds
    error = nil
    self.proof = proof
    pinsSeen = proof.pins
  }

  init(refused error: NetworkError, pinsSeen: [ServerPin] = []) {
    switch error {
    case .untrusted(let reason): verdict = .fails(reason)
    case .anchorsUnavailable: verdict = .undetermined(.init(error.description))
    default: verdict = .fails(.init(error.description))
    }
    self.error = error
    proof = nil
    self.pinsSeen = pinsSeen
  }
}
