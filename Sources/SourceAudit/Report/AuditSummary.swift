import SecurityPolicy

/// The numbers of a report that every human-readable form shows.
struct AuditSummary {
  let counted: [Finding]
  let suppressed: Int
  let known: Int
  let outside: Int
  /// Of what counts, by severity.
  let bySeverity: [FindingSeverity: Int]
  /// Of what counts: the rule, its worst severity and how many, the most first.
  let byRule: [(rule: String, severity: FindingSeverity, count: Int)]
  /// Of what counts: the MASVS group and how many, by name.
  let byGroup: [(group: String, count: Int)]
  /// What each control is and how often it was seen, by name.
  let controls: [(control: String, count: Int)]

  init(_ report: AuditReport) {
    counted = report.findings.filter(\.counts)
    suppressed = report.findings.count { $0.suppression != nil }
    known = report.findings.count { $0.suppression == nil && $0.baseline == .unchanged }
    outside = report.findings.count { $0.suppression == nil && $0.baseline != .unchanged && $0.isOutsideDiff }
    bySeverity = Dictionary(grouping: counted, by: \.severity).mapValues(\.count)
    byRule = Dictionary(grouping: counted, by: \.rule).map { rule, findings in
      (rule: rule, severity: findings.map(\.severity).max() ?? .note, count: findings.count)
    }.sorted { ($1.severity, $1.count, $0.rule) < ($0.severity, $0.count, $1.rule) }
    var groups: [String: Int] = [:]
    for finding in counted {
      for group in Set(finding.requirements.compactMap { Self.group($0.id) }) { groups[group, default: 0] += 1 }
    }
    byGroup = groups.sorted { $0.key < $1.key }.map { (group: $0.key, count: $0.value) }
    controls = Dictionary(grouping: report.controls, by: \.control).map { (control: $0.key, count: $0.value.count) }
      .sorted { $0.control < $1.control }
  }

  /// `MASVS-STORAGE` of `MASVS-STORAGE-1`.
  private static func group(_ id: String) -> String? {
    guard id.hasPrefix("MASVS-"), let end = id.lastIndex(of: "-"), end > id.index(id.startIndex, offsetBy: 5) else {
      return nil
    }
    return String(id[..<end])
  }
}
