import SecurityPolicy
import UntrustedInput

/// The report as JSON: the same report always gives the same bytes.
public enum AuditJSON {
  /// The version of the format that this code writes.
  public static let version: Int64 = 1

  /// The whole report, what was not judged included.
  public static func node(_ report: AuditReport) -> JSONNode {
    [
      "version": .integer(version),
      "verdict": node(report.verdict),
      "filesRead": .integer(Int64(report.filesRead)),
      "rules": .strings(report.rules.map(\.id)),
      "findings": JSONNode(.array(report.findings.map(node))),
      "incomplete": JSONNode(
        .array(report.incomplete.map { ["file": .string($0.file), "message": .string($0.message)] })),
      "skippedFolders": .strings(report.skippedFolders),
    ]
  }

  static func node(_ verdict: Verdict) -> JSONNode {
    switch verdict {
    case .holds: ["word": "holds"]
    case .fails(let reason): ["word": "fails", "reason": .string(reason.description)]
    case .undetermined(let reason): ["word": "undetermined", "reason": .string(reason.description)]
    }
  }

  static func node(_ finding: Finding) -> JSONNode {
    [
      "rule": .string(finding.rule),
      "severity": .string(finding.severity.rawValue),
      "file": .string(finding.file),
      "line": .integer(Int64(finding.line)),
      "column": .integer(Int64(finding.column)),
      "message": .string(finding.message),
      "fix": .string(finding.fix),
      "requirements": .strings(finding.requirements.map(\.id)),
    ]
  }
}
