#if Server
  import TrustWire

  /// One token family: from a device report or a login to its end.
  public struct SessionRow: Sendable, Hashable {
    /// "Every token up to this generation was used at this time or before": what is left of refresh tokens whose rows
    /// were dropped.
    public struct Mark: Sendable, Hashable {
      public let generation: Int64
      public let at: Int64

      public init(generation: Int64, at: Int64) {
        self.generation = generation
        self.at = at
      }
    }

    public let id: String
    public let kind: TokenKind
    /// Device thumbprint of an app session, account id of a user session.
    public let subject: String
    /// The device key that the family was opened with.
    public let device: String
    /// The key that every refresh has to prove; nil for bearer tokens. Set by the first refresh under a policy that
    /// requires it, and never taken away.
    public var boundKey: String?
    /// The app session through which a person signed in. The session lives by that one or a newer one of its device.
    public let parent: String?
    public let tier: TrustTier
    /// Seconds since 1970, like every time here.
    public let startedAt: Int64
    /// The start or the latest refresh. Never goes back, whatever the clock does.
    public var lastUsedAt: Int64
    /// When the session is over unless it is refreshed before; `endedAt` once it has ended.
    public var expiresAt: Int64
    /// Digest of the newest refresh token, and its place in the lineage (the first is 0).
    public var current: String
    public var generation: Int64
    /// Digest of the token that `current` was given out for, and when that was used first.
    public var predecessor: String?
    public var rotatedAt: Int64?
    /// The younger and the older mark, at least one retry window apart.
    public var mark: Mark?
    public var settled: Mark?
    public var ended: SessionEnd?
    public var endedAt: Int64?

    public init(
      id: String, kind: TokenKind, subject: String, device: String, boundKey: String?, parent: String?,
      tier: TrustTier, startedAt: Int64, lastUsedAt: Int64, expiresAt: Int64, current: String, generation: Int64 = 0,
      predecessor: String? = nil, rotatedAt: Int64? = nil, mark: Mark? = nil, settled: Mark? = nil,
      ended: SessionEnd? = nil, endedAt: Int64? = nil
    ) {
      self.id = id
      self.kind = kind
      self.subject = subject
      self.device = device
      self.boundKey = boundKey
      self.parent = parent
      self.tier = tier
      self.startedAt = startedAt
      self.lastUsedAt = lastUsedAt
      self.expiresAt = expiresAt
      self.current = current
      self.generation = generation
      self.predecessor = predecessor
      self.rotatedAt = rotatedAt
      self.mark = mark
      self.settled = settled
      self.ended = ended
      self.endedAt = endedAt
    }
  }
#endif
