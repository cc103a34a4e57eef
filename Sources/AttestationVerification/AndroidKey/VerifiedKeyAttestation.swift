/// A key that an Android device's hardware made and described. Only ``AndroidKeyVerifier`` makes it.
public struct VerifiedKeyAttestation: Sendable {
  public let facts: AttestedFacts
  public let trail: AttestationTrail
  /// The version of the description: 1 to 4 (Keymaster), 100 and above (KeyMint).
  public let attestationVersion: Int
}
