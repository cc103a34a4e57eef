#if Server
  /// A token signing key: its private part is sealed under a key-encryption key that the store does not hold.
  public struct SigningKeyRow: Sendable, Hashable {
    /// RFC 7638 thumbprint.
    public let id: String
    public let sealed: [UInt8]
    /// Seconds since 1970.
    public let createdAt: Int64
    public let activeFrom: Int64
    public var retiredAt: Int64?

    public init(id: String, sealed: [UInt8], createdAt: Int64, activeFrom: Int64, retiredAt: Int64? = nil) {
      self.id = id
      self.sealed = sealed
      self.createdAt = createdAt
      self.activeFrom = activeFrom
      self.retiredAt = retiredAt
    }
  }
#endif
