#if Server
  /// All that the server keeps of one device key.
  public struct DeviceHistory: Sendable, Hashable {
    public let device: String
    /// Nil for a key that was never admitted, or is forgotten.
    public let row: DeviceRow?
    public let attestedKey: AttestedKeyRow?
    public let block: DeviceBlock?
    /// Its sessions that have not ended, its people's too; some of them may have run out of time.
    public let sessions: [SessionSummary]
    /// The newest first.
    public let reports: [ReportRow]
  }
#endif
