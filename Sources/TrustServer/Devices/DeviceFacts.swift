#if Server
  import SecurityPolicy
  import TrustWire

  /// What ``DecisionEngine`` needs of a report's newest check, kept so that a changed policy can judge again without a new one.
  ///
  /// All of it is the device's own claim, but for what ``init(_:attested:)`` took from evidence.
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

    /// From the newest check of a report.
    public init(_ report: SecurityReport) { self.init(report.latest) }

    /// What is kept of a report for the next judgement: where hardware proved a fact, it takes the place of the claim.
    public init(_ report: SecurityReport, attested: AttestedDevice?) {
      let claimed = DeviceFacts(report)
      self.init(
        platform: attested?.platform ?? claimed.platform, version: attested?.osVersion ?? claimed.version,
        patchLevel: PatchStatement(claimed: claimed.patchLevel, attested: attested?.patchLevel).text,
        isRooted: claimed.isRooted, isHooked: claimed.isHooked, isDebugged: claimed.isDebugged)
    }

    /// From a check's own answers, where what its signals weigh outweighs a milder answer: a device that contradicts
    /// itself is not believed. A strong probe that could not look leaves its question open, by the rule that the device
    /// weighs by (``SecurityPolicy/SignalWeight``): an honest device has said so itself. That no probe of a question is
    /// listed says nothing: a report may leave out what was clean.
    public init(_ check: ReportedCheck) {
      func believed(_ claim: SecurityReport.Answer, _ categories: Set<ThreatCategory>) -> SecurityReport.Answer {
        if case .fails = SignalWeight.verdict(on: categories, check.signals) { return .yes }
        let blind = SignalWeight.blind(on: categories, check.signals)
        let answers: [SecurityReport.Answer] =
          categories.compactMap { check.verdicts[$0] } + [claim] + (blind.isEmpty ? [] : [.undetermined])
        return answers.contains(.yes) ? .yes : answers.contains(.undetermined) ? .undetermined : .no
      }
      self.init(
        platform: check.system.platform, version: check.system.version, patchLevel: check.system.patchLevel,
        isRooted: believed(check.isRooted, [.privilegedAccess]),
        isHooked: believed(check.isHooked, [.hooks, .appIntegrity]), isDebugged: believed(check.isDebugged, [.debug]))
    }
  }
#endif
