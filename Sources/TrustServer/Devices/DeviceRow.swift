#if Server
  import SecurityPolicy
  import TrustWire

  /// An admitted device key with what its last report said. OS and app facts are the device's own claims; in the
  /// attested tier the platform and those of version and patch level that the evidence states are proved, no others.
  public struct DeviceRow: Sendable, Hashable {
    public let thumbprint: String
    public let facts: DeviceFacts
    public let app: String
    public let appVersion: String
    public let tier: TrustTier
    /// ``DeviceGrounds`` as text, opened only when the policy has changed; nil in rows of an older schema.
    public let grounds: String?
    /// The policy, and the version of the rules, that this row was last found good under; nil when it has to be judged.
    public var judged: String?
    /// Seconds since 1970.
    public let firstSeen: Int64
    /// The last report or, to the day, the last refresh.
    public var lastSeen: Int64
    /// When an operator blocked it, seconds since 1970; ``DeviceRows/saveDevice(_:)`` does not change it.
    public let blockedAt: Int64?

    public init(
      thumbprint: String, facts: DeviceFacts, app: String, appVersion: String, tier: TrustTier, firstSeen: Int64,
      lastSeen: Int64, blockedAt: Int64? = nil, grounds: String? = nil, judged: String? = nil
    ) {
      self.thumbprint = thumbprint
      self.facts = facts
      self.app = app
      self.appVersion = appVersion
      self.tier = tier
      self.grounds = grounds
      self.judged = judged
      self.firstSeen = firstSeen
      self.lastSeen = lastSeen
      self.blockedAt = blockedAt
    }

    /// - Parameters:
    ///   - judged: the policy that this report was decided by.
    ///   - now: seconds since 1970.
    public init(
      thumbprint: String, report: SecurityReport, attested: AttestedDevice? = nil, tier: TrustTier,
      judged: String? = nil, now: Int64
    ) {
      self.init(
        thumbprint: thumbprint, facts: DeviceFacts(report, attested: attested), app: report.app,
        appVersion: report.appVersion, tier: tier, firstSeen: now, lastSeen: now,
        grounds: DeviceGrounds(report, attested: attested).text, judged: judged)
    }

    public var platform: Platform { facts.platform }
    public var version: String { facts.version }
  }
#endif
