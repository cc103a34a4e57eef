#if Server
  /// A place in a list of devices that is ordered by a number, the largest first, and then by thumbprint.
  public struct DeviceCursor: Sendable, Hashable, CustomStringConvertible {
    /// A date, or a report's position, as the list has it.
    public let at: Int64
    public let device: String

    public init(at: Int64, device: String) {
      self.at = at
      self.device = device
    }

    /// Nil for anything but what ``description`` gives.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard text.utf8.count <= 128, parts.count == 2, let at = Int64(parts[0]), !parts[1].isEmpty else { return nil }
      self.init(at: at, device: String(parts[1]))
    }

    public var description: String { "\(at).\(device)" }
  }
#endif
