#if Server
  /// A device key as an operator sees it in a list. What it says of itself is its own claim, also here.
  public struct DeviceSummary: Sendable, Hashable {
    /// The key's thumbprint.
    public let device: String
    /// Its place in the list that it was read from.
    public let cursor: DeviceCursor
    /// Nil for a key that was never admitted, or is forgotten.
    public let row: DeviceRow?
    /// Its newest report, without the signed text; nil when none is kept.
    public let latest: ReportRow?
    public let block: DeviceBlock?
  }
#endif
