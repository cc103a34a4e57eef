/// Which kind of evidence a fact comes from.
public enum AttestationSource: String, Sendable, Hashable, CaseIterable {
  case appAttest, appAttestAssertion, androidKey, playIntegrity
}
