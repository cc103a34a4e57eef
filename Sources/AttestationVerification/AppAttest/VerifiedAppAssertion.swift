/// Proof that an attested key signed this client data. Only ``AppAttestVerifier`` makes it.
public struct VerifiedAppAssertion: Sendable {
  public let facts: AttestedFacts
  public let trail: AttestationTrail
  /// To be stored by compare-and-set together with the decision: replace the stored counter only while it is still below
  /// this one. Two copies of one key show themselves by a counter that was already used.
  public let counter: UInt32
  /// How the app is signed now (iOS 27 and later); compare it with that of the attestation.
  public let category: AppleValidationCategory?
  public let bundleVersion: String?
}
