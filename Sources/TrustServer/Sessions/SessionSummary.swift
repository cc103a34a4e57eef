#if Server
  import TrustWire

  /// A session as its owner or an operator sees it: nothing in it lets anybody act.
  public struct SessionSummary: Sendable, Hashable {
    public let id: String
    public let kind: TokenKind
    /// Device thumbprint of an app session, account id of a user session.
    public let subject: String
    public let device: String
    public let tier: TrustTier
    /// Seconds since 1970.
    public let startedAt: Int64
    public let lastUsedAt: Int64
    /// When it is over unless it is used before.
    public let expiresAt: Int64
    /// Whether its tokens are worth nothing without the device key.
    public let isBound: Bool

    /// Its place in the list of all.
    public var cursor: SessionCursor { SessionCursor(startedAt: startedAt, id: id) }

    init(_ row: SessionRow) {
      id = row.id
      kind = row.kind
      subject = row.subject
      device = row.device
      tier = row.tier
      startedAt = row.startedAt
      lastUsedAt = row.lastUsedAt
      expiresAt = row.expiresAt
      isBound = row.boundKey != nil
    }
  }
#endif
