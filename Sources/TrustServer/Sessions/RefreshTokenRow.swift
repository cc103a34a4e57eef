#if Server
  /// A refresh token that was given out. Only its SHA-256 is kept, and its successor can be computed with the server's
  /// successor key alone: a copied database cannot refresh.
  public struct RefreshTokenRow: Sendable, Hashable {
    public let digest: String
    public let session: String
    public let generation: Int64
    /// Goes into the successor, so that equal tokens never lead to equal successors.
    public let salt: [UInt8]
    /// Seconds since 1970; nil until it is presented for the first time.
    public var usedAt: Int64?

    public init(digest: String, session: String, generation: Int64, salt: [UInt8], usedAt: Int64? = nil) {
      self.digest = digest
      self.session = session
      self.generation = generation
      self.salt = salt
      self.usedAt = usedAt
    }
  }
#endif
