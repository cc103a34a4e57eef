#if Server
  /// What is written down of an accepted proof, so that it is accepted once.
  struct ProofMark: Sendable, Hashable {
    /// Of the key and the proof's identifier: one key's identifiers cannot collide with another's.
    let digest: String
    /// Seconds since 1970.
    let expiresAt: Int64
  }
#endif
