#if Server
  /// Which devices an operator wants to see.
  public enum DeviceList: String, Sendable, Hashable, CaseIterable {
    /// Those that were admitted, whatever came after; the one that was seen last stands first.
    case admitted
    /// Those whose newest report was refused, keys that were never admitted among them; the newest report first.
    case refused
    /// Those that are blocked; the newest block first.
    case blocked
  }
#endif
