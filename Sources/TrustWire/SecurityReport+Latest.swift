import SecurityPolicy

/// The newest check's own lines, as a report of one check names them.
extension SecurityReport {
  public var checkVersion: Int64 {
    get { latest.checkVersion }
    set { latest.checkVersion = newValue }
  }
  /// When the newest check ran, seconds since 1970, by the device's clock.
  public var date: Int64 {
    get { latest.date }
    set { latest.date = newValue }
  }
  public var system: OperatingSystem {
    get { latest.system }
    set { latest.system = newValue }
  }
  public var isRooted: Answer {
    get { latest.isRooted }
    set { latest.isRooted = newValue }
  }
  public var isHooked: Answer {
    get { latest.isHooked }
    set { latest.isHooked = newValue }
  }
  public var isDebugged: Answer {
    get { latest.isDebugged }
    set { latest.isDebugged = newValue }
  }
  public var signals: [Signal] {
    get { latest.signals }
    set { latest.signals = newValue }
  }
}
