import SecurityPolicy
import UntrustedInput

/// The report as SARIF, for code hosts and editors. What was not judged becomes a tool notification and turns
/// `executionSuccessful` off, so that no reader takes silence for success. What the source allows and what a baseline
/// knows stays in, marked as such.
/// Source: SARIF 2.1.0 (OASIS Standard), sections 3.13, 3.19.3, 3.20, 3.27, 3.35, 3.55.
public enum AuditSARIF {
  /// - Parameters:
  ///   - toolVersion: the version of the command that ran the audit.
  ///   - sources: the files that edits change, so that their places can be given as lines and columns.
  public static func node(
    _ report: AuditReport, toolVersion: String, sources: [SourceText] = []
  ) -> JSONNode {
    let taxonomies = SARIFTaxonomies(report.rules)
    let edited = Set(report.findings.flatMap(\.edits).map(\.file))
    let texts = Dictionary(sources.lazy.filter { edited.contains($0.path) }.map { ($0.path, $0) }) { $1 }
    let starts = texts.mapValues(\.lineStarts)
    let worst = Dictionary(report.findings.map { ($0.rule, $0.severity) }) { max($0, $1) }
    let rows = Dictionary(report.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mantlet", "version": .string(toolVersion),
              "supportedTaxonomies": taxonomies.references,
              "rules": JSONNode(.array(report.rules.map { rule($0, worst[$0.id], taxonomies) })),
            ]
          ],
          "taxonomies": taxonomies.components,
          "columnKind": "unicodeCodePoints",
          "originalUriBaseIds": ["PROJECT": ["description": ["text": "The folder that was audited."]]],
          "invocations": [
            [
              "executionSuccessful": .init(.bool(report.incomplete.isEmpty)),
              "toolExecutionNotifications": JSONNode(.array(report.incomplete.map(notification))),
            ]
          ],
          "results": JSONNode(
            .array(
              report.findings.map { SARIFResult(texts: texts, starts: starts, rows: rows).node($0) }
                + report.absent.map { SARIFResult(texts: texts, starts: starts, rows: rows).node($0) })),
        ]
      ],
    ]
  }

  /// - Parameter worst: of the findings of this rule.
  private static func rule(_ manual: RuleManual, _ worst: FindingSeverity?, _ taxonomies: SARIFTaxonomies) -> JSONNode {
    [
      "id": .string(manual.id),
      "shortDescription": ["text": .string(manual.title)],
      "fullDescription": ["text": .string(manual.reason)],
      "help": ["text": .string(manual.fix), "markdown": .string(RuleExplanation(manual).markdown)],
      "relationships": taxonomies.relationships(manual),
      "properties": [
        "tags": .strings(["security"] + (manual.requirements + manual.weaknesses).map(\.id)),
        "security-severity": .string(score(worst ?? .warning)),
      ],
    ]
  }

  /// The scale of code hosts: below 4 is low, below 7 medium, below 9 high.
  private static func score(_ severity: FindingSeverity) -> String {
    switch severity {
    case .note: "2.0"
    case .warning: "5.5"
    case .error: "8.0"
    }
  }

  private static func notification(_ entry: AuditIncompleteness) -> JSONNode {
    var place = [JSONMember("artifactLocation", SARIFResult.artifact(entry.file))]
    if let line = entry.line { place.append(JSONMember("region", ["startLine": .integer(Int64(line))])) }
    return [
      "level": "error",
      "message": ["text": .string("The file or folder " + entry.message + ".")],
      "locations": [["physicalLocation": JSONNode(.object(place))]],
    ]
  }
}
