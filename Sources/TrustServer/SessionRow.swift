#if Server
  import TrustWire

  /// One token family: from a device report or a login to its end. Bound to one device key.
  public struct SessionRow: Sendable, Hashable {
    public let id: String
    public let kind: TokenKind
    /// Device thumbprint of an app session, account id of a user session.
    public let subject: String
    public let device: String
    public let tier: TrustTier
    /// Seconds since 1970.
    public let startedAt: Int64
    /// Digest of the one refresh token that is live.
    public var current: String
    /// Digest of the token that `current` was given out for.
    public var predecessor: String?
    public var revoked: Bool

    public init(
      id: String, kind: TokenKind, subject: String, device: String, tier: TrustTier, startedAt: Int64,
      current: String, predecessor: String? = nil, revoked: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.subject = subject
      self.device = device
      self.tier = tier
      self.startedAt = startedAt
      self.current = current
      self.predecessor = predecessor
      self.revoked = revoked
    }
  }
#endif
