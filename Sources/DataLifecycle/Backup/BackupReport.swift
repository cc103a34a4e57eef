public import SecurityPolicy

/// What a backup would hold that nobody expects there, and the verdict on it.
public struct BackupReport: Sendable, Hashable {
  /// Holds when there is no finding. Undetermined says nothing about what a backup holds.
  public let verdict: Verdict
  public let findings: [BackupFinding]

  /// - Parameter findings: every file that nobody expects, of a container that was read whole.
  public init(_ findings: [BackupFinding]) {
    self.findings = findings
    let count = findings.count
    verdict = count == 0 ? .holds : .fails(.init("\(count) files would be in a backup; exclude their directory"))
  }

  /// Of several containers: undetermined when one of them is.
  public init(joining reports: [BackupReport]) {
    for case .undetermined(let reason) in reports.map(\.verdict) {
      self.init(undetermined: reason)
      return
    }
    self.init(reports.flatMap(\.findings))
  }

  /// Nobody could look.
  public init(undetermined reason: Verdict.Reason) {
    findings = []
    verdict = .undetermined(reason)
  }
}
