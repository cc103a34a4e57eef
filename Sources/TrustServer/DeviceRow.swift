#if Server
  import SecurityPolicy
  import TrustWire

  /// An admitted device key. The OS and app facts are the device's own claims.
  public struct DeviceRow: Sendable, Hashable {
    public let thumbprint: String
    public let platform: Platform
    public let version: String
    public let app: String
    public let appVersion: String
    public let tier: TrustTier
    /// Seconds since 1970.
    public let firstSeen: Int64
    public let lastSeen: Int64

    public init(
      thumbprint: String, platform: Platform, version: String, app: String, appVersion: String, tier: TrustTier,
      firstSeen: Int64, lastSeen: Int64
    ) {
      self.thumbprint = thumbprint
      self.platform = platform
      self.version = version
      self.app = app
      self.appVersion = appVersion
      self.tier = tier
      self.firstSeen = firstSeen
      self.lastSeen = lastSeen
    }
  }
#endif
