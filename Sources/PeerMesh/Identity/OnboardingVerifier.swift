public import SecurityPolicy

/// The seam to whoever can judge an ``OnboardingProof``: the gateway, which knows the authority's certificates.
public protocol OnboardingVerifier: Sendable {
  /// `.holds` only if the proof covers ``OnboardingProof/statement(device:uid:mission:)`` of exactly this device by a key
  /// that the authority certified and that is valid now. No proof is `.fails`.
  func verdict(on peer: KnownPeer, mission: String, now: MeshTime) async -> Verdict
}
