import SecurityPolicy
import UntrustedInput

/// Evidence as JSON: the same rows always give the same bytes.
public enum EvidenceJSON {
  /// The version of the format that this code writes.
  public static let version: Int64 = 1

  /// All rows in the order of their requirement, standard and verdict.
  public static func node(_ rows: [EvidenceRow]) -> JSONNode {
    let sorted = rows.sorted { left, right in
      (left.standard.rawValue, left.requirement.id, left.verdict.rawValue, left.statement)
        < (right.standard.rawValue, right.requirement.id, right.verdict.rawValue, right.statement)
    }
    return ["version": .integer(version), "rows": JSONNode(.array(sorted.map(node)))]
  }

  /// One row.
  public static func node(_ row: EvidenceRow) -> JSONNode {
    [
      "requirement": .string(row.requirement.id),
      "standard": .string(row.standard.title),
      "obligation": .string(row.obligation.rawValue),
      "verdict": .string(row.verdict.rawValue),
      "statement": .string(row.statement),
      "places": JSONNode(
        .array(row.places.map { ["file": .string($0.file), "line": .integer(Int64($0.line))] })),
      "files": JSONNode(
        .array(row.digests.map { ["file": .string($0.file), "sha256": .string($0.sha256)] })),
      "tool": ["name": .string(row.source.tool), "version": .string(row.source.toolVersion)],
      "policy": ["name": .string(row.source.policyName), "sha256": .string(row.source.policyDigest)],
    ]
  }
}
