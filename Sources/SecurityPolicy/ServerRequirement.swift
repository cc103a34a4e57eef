/// What the server decides by. Never leaves the server: a device slice does not hold it.
public struct ServerRequirement: Sendable, Hashable {
  /// Devices without hardware attestation: a reduced, rate-limited tier.
  public struct Unattested: Sendable, Hashable {
    /// Whether such a device gets an AppToken at all.
    public var admitted = false
    /// Whether such a device may sign a person in.
    public var mayLogIn = false
    /// Whether records of such a device are kept.
    public var mayStoreRecords = true
    /// Requests of one such device per minute, burst included.
    public var requestsPerMinute = 30

    public init() {}
  }

  public var unattested = Unattested()
  /// How old a report's newest check may be, by the device's clock, and how far in the future.
  public var maximumReportAge: Duration = .seconds(5 * 60)
  /// For how long a detection in an earlier check of the same report counts although the newest one saw nothing: hooks
  /// that attach and leave do not get away with it.
  public var detectionMemory: Duration = .seconds(3600)
  public var devices: [Platform: DeviceRules] = [:]

  public init() {}
}
