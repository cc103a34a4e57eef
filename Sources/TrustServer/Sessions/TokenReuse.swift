#if Server
  /// How far behind the live token a spent one was that came back after its window.
  enum TokenReuse: String, Sendable, Hashable, CaseIterable {
    /// The live token's own parent: its holder kept neither the answer nor the time for a retry, or was robbed.
    case recent
    /// An older one of the last few: two holders have gone on from one token.
    case displaced
    /// Older still: an old backup, an old log, an old theft.
    case stale
  }
#endif
