#if Server
  /// What a challenge was before it was presented.
  public enum ChallengeState: Sendable, Hashable { case fresh, alreadyUsed, unknown }
#endif
