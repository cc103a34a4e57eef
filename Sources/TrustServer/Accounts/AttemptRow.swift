#if Server
  /// Attempts to sign in with one name, or from one address.
  ///
  /// Attempts are numbered, so that a success clears what was counted up to its own number and nothing that was counted
  /// in parallel after it.
  public struct AttemptRow: Sendable, Hashable {
    /// `u.` or `a.` and the digest of the name or address.
    public let key: String
    /// The number of the latest attempt.
    public var counted: Int64
    /// Attempts up to this number count no more.
    public var cleared: Int64
    /// The attempt that locked, and until when (seconds since 1970) no password is looked at.
    public var lockedBy: Int64
    public var lockedUntil: Int64
    /// When the row stops to matter.
    public var expiresAt: Int64

    public init(
      key: String, counted: Int64 = 0, cleared: Int64 = 0, lockedBy: Int64 = 0, lockedUntil: Int64 = 0,
      expiresAt: Int64 = 0
    ) {
      self.key = key
      self.counted = counted
      self.cleared = cleared
      self.lockedBy = lockedBy
      self.lockedUntil = lockedUntil
      self.expiresAt = expiresAt
    }
  }
#endif
