/// A token that Google Play made for our request. Only ``PlayIntegrityVerifier`` makes it.
public struct VerifiedPlayToken: Sendable {
  public let facts: AttestedFacts
  public let trail: AttestationTrail
}
