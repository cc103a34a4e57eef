/// Everything that breaks one rule in an app that takes up a policy, as one line of work.
public struct AdoptionGap: Sendable, Hashable {
  public let rule: String
  /// What the rule wants, as a claim.
  public let title: String
  public let fix: String
  /// The worst of its findings.
  public let severity: FindingSeverity
  public let count: Int
  /// The first place of the worst severity.
  public let file: String
  /// From 1.
  public let line: Int

  /// One gap for each rule that is broken in the app's own code, the worst and most frequent first.
  public static func gaps(in report: AuditReport) -> [AdoptionGap] {
    Dictionary(grouping: report.findings.filter { $0.role == "app" }, by: \.rule).compactMap { rule, findings in
      guard let worst = findings.map(\.severity).max(),
        let first = findings.sorted().first(where: { $0.severity == worst })
      else { return nil }
      return AdoptionGap(
        rule: rule, title: first.title, fix: first.fix, severity: worst, count: findings.count, file: first.file,
        line: first.line)
    }.sorted { ($1.severity, $1.count, $0.rule) < ($0.severity, $0.count, $1.rule) }
  }
}
