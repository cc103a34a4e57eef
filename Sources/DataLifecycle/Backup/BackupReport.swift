public import SecurityPolicy

/// What a backup would hold that nobody expects there, and the verdict on it.
public struct BackupReport: Sendable, Hashable {
  /// Fails when there is a finding, whatever else could not be looked at. Without one it is undetermined when not all was
  /// looked at, and holds else.
  public let verdict: Verdict
  /// Every file that nobody expects, of what could be looked at.
  public let findings: [BackupFinding]
  /// What could not be looked at, by the same sort of path as ``BackupFinding/path``: folders with all that lies in them,
  /// and files. A backup may hold it. A file name may be anybody's text: mask it before it is printed.
  public let unread: [String]
  /// Why not all was looked at; nil when it was.
  public let gap: Verdict.Reason?

  /// - Parameters:
  ///   - findings: every file that nobody expects, of what could be looked at.
  ///   - unread: what could not be looked at.
  public init(_ findings: [BackupFinding], unread: [String] = []) {
    self.init(findings, unread, unread.isEmpty ? nil : "the container could not be read whole")
  }

  /// Of several containers: their findings together; complete when each is.
  public init(joining reports: [BackupReport]) {
    self.init(reports.flatMap(\.findings), reports.flatMap(\.unread), reports.lazy.compactMap(\.gap).first)
  }

  /// Nobody could look.
  public init(undetermined reason: Verdict.Reason) { self.init([], [], reason) }

  private init(_ findings: [BackupFinding], _ unread: [String], _ gap: Verdict.Reason?) {
    self.findings = findings
    self.unread = unread
    self.gap = gap
    let count = findings.count
    verdict =
      if count > 0 {
        .fails(.init("\(count) files would be in a backup; exclude their directory"))
      } else if let gap {
        .undetermined(gap)
      } else {
        .holds
      }
  }

  /// The same of a container in a larger whole: each path begins with that container's.
  package func under(_ start: String) -> BackupReport {
    BackupReport(
      findings.map { BackupFinding(path: start + $0.path, isFragile: $0.isFragile) }, unread.map { start + $0 }, gap)
  }
}
