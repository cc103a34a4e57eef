#if Server
  /// What a refresh led to.
  struct Renewal: Sendable {
    let session: SessionRow
    /// The same successor was given out again: the answer before was lost, or callers raced.
    let isRecovered: Bool
    /// App sessions of the same device that were over by it.
    let ended: [String]
  }
#endif
