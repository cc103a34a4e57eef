#if Server
  /// An operator's word that a device is not to be admitted, whatever its reports say.
  public struct DeviceBlock: Sendable, Hashable {
    /// Bytes of a reason.
    public static let reasonLimit = 256

    /// The device key's thumbprint.
    public let device: String
    /// The operator's own words; never told to the device.
    public let reason: String
    /// Seconds since 1970.
    public let blockedAt: Int64

    public init(device: String, reason: String, blockedAt: Int64) {
      self.device = device
      self.reason = reason
      self.blockedAt = blockedAt
    }
  }
#endif
