import SecurityPolicy
import UntrustedInput

/// The report as JSON: the same report always gives the same bytes.
public enum AuditJSON {
  /// The version of the format that this code writes.
  public static let version: Int64 = 2

  /// The whole report, what was not judged included.
  /// - Parameter failOn: the least severity that makes the verdict fail.
  public static func node(_ report: AuditReport, failOn: FindingSeverity = .note) -> JSONNode {
    [
      "version": .integer(version),
      "verdict": node(report.verdict(failOn: failOn)),
      "filesRead": .integer(Int64(report.filesRead)),
      "scoredApart": JSONNode(
        .object(
          report.scoredApart.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer(Int64($0.value))) })),
      "rules": .strings(report.rules.map(\.id)),
      "findings": JSONNode(.array(report.findings.map(node))),
      "controls": JSONNode(.array(report.controls.map(node))),
      "skipped": JSONNode(.array(report.incomplete.map(node))),
      "skippedFolders": .strings(report.skippedFolders),
      "absent": JSONNode(
        .array(
          report.absent.map {
            [
              "rule": .string($0.rule), "path": .string($0.file), "fingerprint": .string($0.fingerprint),
              "count": .integer(Int64($0.count)),
            ]
          })),
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
      "confidence": .string(finding.confidence.rawValue),
      "path": .string(finding.file),
      "line": .integer(Int64(finding.line)),
      "column": .integer(Int64(finding.column)),
      "role": .string(finding.role),
      "message": .string(finding.message),
      "fix": .string(finding.fix),
      "requirements": .strings(finding.requirements.map(\.id)),
      "masvs": ids(finding, "MASVS-"),
      "maswe": ids(finding, "MASWE-"),
      "mastg": ids(finding, "MASTG-"),
      "cwe": ids(finding, "CWE-"),
      "tr": ids(finding, "O."),
      "fingerprint": .string(finding.fingerprint),
      "flow": JSONNode(.array(finding.flow.map(node))),
      "counts": JSONNode(.bool(finding.counts)),
      "suppressed": finding.suppression.map(node) ?? JSONNode(.null),
      "baseline": finding.baseline.map { .string($0.rawValue) } ?? JSONNode(.null),
      "outsideDiff": JSONNode(.bool(finding.isOutsideDiff)),
      "edits": JSONNode(.array(finding.edits.map(node))),
    ]
  }

  private static func ids(_ finding: Finding, _ catalogue: String) -> JSONNode {
    .strings((finding.requirements + finding.weaknesses).map(\.id).filter { $0.hasPrefix(catalogue) })
  }

  private static func node(_ suppression: Suppression) -> JSONNode {
    [
      "reason": .string(suppression.reason), "line": .integer(Int64(suppression.line)),
      "until": suppression.until.map { .string($0.description) } ?? JSONNode(.null),
    ]
  }

  private static func node(_ edit: SourceEdit) -> JSONNode {
    [
      "path": .string(edit.file), "start": .integer(Int64(edit.start)), "end": .integer(Int64(edit.end)),
      "replacement": .string(edit.replacement),
    ]
  }

  private static func node(_ step: FindingStep) -> JSONNode {
    ["path": .string(step.file), "line": .integer(Int64(step.line)), "column": .integer(Int64(step.column))]
  }

  private static func node(_ part: AuditIncompleteness) -> JSONNode {
    [
      "path": .string(part.file), "message": .string(part.message),
      "line": part.line.map { .integer(Int64($0)) } ?? JSONNode(.null),
    ]
  }

  private static func node(_ control: ControlSighting) -> JSONNode {
    [
      "control": .string(control.control),
      "rule": .string(control.rule),
      "path": .string(control.file),
      "line": .integer(Int64(control.line)),
      "column": .integer(Int64(control.column)),
      "requirements": .strings(control.requirements.map(\.id)),
    ]
  }
}
