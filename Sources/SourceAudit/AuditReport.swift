import SecurityPolicy

/// What an audit saw, and what it did not see.
public struct AuditReport: Sendable, Hashable {
  /// The rules that were asked.
  public let rules: [RuleManual]
  /// Sorted by place.
  public package(set) var findings: [Finding]
  /// What the baseline knows and this audit did not find again, sorted by path; empty without a baseline.
  public package(set) var absent: [BaselineEntry] = []
  /// Sorted by path.
  public let incomplete: [AuditIncompleteness]
  /// Folders left out by name; not part of the claim.
  public let skippedFolders: [String]
  /// Controls that were found, sorted by place.
  public let controls: [ControlSighting]
  /// Files that were judged.
  public let filesRead: Int
  /// How many of them are no code of the app, by what they are (`test`, `mock`, `generated`, `vendored`, `preview`):
  /// nearly all that is found there is a note.
  public let scoredApart: [String: Int]

  /// Sorts what it is given, so that equal audits give equal reports.
  public init(
    rules: [RuleManual], findings: [Finding], incomplete: [AuditIncompleteness], skippedFolders: [String],
    filesRead: Int, controls: [ControlSighting] = [], scoredApart: [String: Int] = [:]
  ) {
    self.rules = rules
    self.findings = findings.sorted()
    self.incomplete = incomplete.sorted { $0.file < $1.file }
    self.skippedFolders = skippedFolders
    self.filesRead = filesRead
    self.scoredApart = scoredApart
    self.controls = controls.sorted()
  }

  /// What the audit says when every severity counts.
  public var verdict: Verdict { verdict(failOn: .note) }

  /// Fails with one finding that counts, or more, of this severity or above; undetermined when something was not looked at, or
  /// nothing was there to look at; holds otherwise. "Holds" covers the rules that were asked and the files that were
  /// read, nothing else.
  public func verdict(failOn least: FindingSeverity) -> Verdict {
    let counted = findings.count { $0.severity >= least && $0.counts }
    if counted > 0 { return .fails(.init("\(counted) \(counted == 1 ? "place breaks" : "places break") the policy")) }
    if incomplete.count == 1 { return .undetermined("1 file or folder was not judged") }
    if !incomplete.isEmpty { return .undetermined(.init("\(incomplete.count) files or folders were not judged")) }
    if filesRead == 0 { return .undetermined("there was no source to read") }
    if rules.isEmpty { return .undetermined("no rule was asked") }
    return .holds
  }
}
