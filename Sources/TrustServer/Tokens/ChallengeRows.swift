#if Server
  /// What was given out once and may come back once: challenges and the identifiers of proofs.
  public protocol ChallengeRows {
    func addChallenge(digest: String, expiresAt: Int64) throws(StoreError)
    /// Marks the challenge as used; a used one is kept until it ends, so that a replay is told from a stranger.
    func consumeChallenge(digest: String, now: Int64) throws(StoreError) -> ChallengeState
    /// False when this proof was seen before and has not ended since.
    func rememberProof(digest: String, now: Int64, expiresAt: Int64) throws(StoreError) -> Bool
    /// Drops challenges, proofs and attempts that have ended, at most `limit` rows of all of them.
    /// - Returns: how many went.
    func dropExpired(now: Int64, limit: Int) throws(StoreError) -> Int
  }
#endif
