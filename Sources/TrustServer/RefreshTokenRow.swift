#if Server
  /// A refresh token that was given out. Only its SHA-256 is kept: a copied database cannot refresh.
  public struct RefreshTokenRow: Sendable, Hashable {
    public let digest: String
    public let session: String
    public let generation: Int64
    public let expiresAt: Int64
    /// Never used, and its place was taken after a lost answer.
    public var replaced: Bool

    public init(digest: String, session: String, generation: Int64, expiresAt: Int64, replaced: Bool = false) {
      self.digest = digest
      self.session = session
      self.generation = generation
      self.expiresAt = expiresAt
      self.replaced = replaced
    }
  }

  /// Seconds for which an ended refresh token is remembered, so that `expired` and `reused` are told from `unknown`.
  let refreshTokenMemory: Int64 = 30 * 86400
#endif
