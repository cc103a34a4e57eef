#if Server
  /// Whether a DPoP proof has to carry a number that the server gave out shortly before, so that proofs cannot be made
  /// in advance by somebody who has the key for a moment. Costs one more round trip now and then.
  /// Source: RFC 9449, sections 8, 9 and 11.2.
  public enum ProofNonces: String, Sendable, Hashable, CaseIterable { case off, required }
#endif
