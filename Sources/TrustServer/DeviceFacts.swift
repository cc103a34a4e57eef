#if Server
  import SecurityPolicy
  import TrustWire

  /// What ``DeviceJudgement`` needs of a report, kept so that a changed policy can judge again without a new one.
  ///
  /// All of it is the device's own claim, except that a strong signal of its own outweighs its summary.
  public struct DeviceFacts: Sendable, Hashable {
    public let platform: Platform
    public let version: String
    public let patchLevel: String?
    public let isRooted: SecurityReport.Answer
    public let isHooked: SecurityReport.Answer
    public let isDebugged: SecurityReport.Answer

    public init(
      platform: Platform, version: String, patchLevel: String?, isRooted: SecurityReport.Answer,
      isHooked: SecurityReport.Answer, isDebugged: SecurityReport.Answer
    ) {
      self.platform = platform
      self.version = version
      self.patchLevel = patchLevel
      self.isRooted = isRooted
      self.isHooked = isHooked
      self.isDebugged = isDebugged
    }

    /// From a report's own answers and its strong signals.
    public init(_ report: SecurityReport) {
      func believed(_ claim: SecurityReport.Answer, _ category: ThreatCategory) -> SecurityReport.Answer {
        let detected = report.signals.contains {
          $0.category == category && $0.strength == .strong && $0.observation == .detected
        }
        return detected ? .yes : claim
      }
      self.init(
        platform: report.system.platform, version: report.system.version, patchLevel: report.system.patchLevel,
        isRooted: believed(report.isRooted, .privilegedAccess), isHooked: believed(report.isHooked, .hooks),
        isDebugged: believed(report.isDebugged, .debug))
    }
  }
#endif
