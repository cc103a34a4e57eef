#if Server
  /// Wrong passwords in a row for one name.
  public struct AttemptRow: Sendable, Hashable {
    public let userDigest: String
    public var failures: Int64
    /// Seconds since 1970; before this moment no password is looked at.
    public var lockedUntil: Int64
    /// When the count stops to matter.
    public var expiresAt: Int64

    public init(userDigest: String, failures: Int64, lockedUntil: Int64, expiresAt: Int64) {
      self.userDigest = userDigest
      self.failures = failures
      self.lockedUntil = lockedUntil
      self.expiresAt = expiresAt
    }
  }
#endif
