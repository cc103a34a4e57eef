/// What the server decides by. Never leaves the server: a device slice does not hold it.
public struct ServerRequirement: Sendable, Hashable {
  /// Devices without hardware attestation: a reduced, rate-limited tier.
  public struct Unattested: Sendable, Hashable {
    /// Whether such a device gets an AppToken at all.
    public var admitted = false
    /// Whether such a device may sign a person in.
    public var mayLogIn = false
    /// Requests of one such device per minute, burst included.
    public var requestsPerMinute = 30

    public init() {}
  }

  public var unattested = Unattested()
  public var devices: [Platform: DeviceRules] = [:]

  public init() {}
}
