import SecurityPolicy
import UntrustedInput

/// The report as SARIF, for code hosts and editors. What was not judged becomes a tool notification and turns
/// `executionSuccessful` off, so that no reader takes silence for success.
/// Source: SARIF 2.1.0 (OASIS Standard), sections 3.13, 3.20, 3.27.
public enum AuditSARIF {
  /// - Parameter toolVersion: the version of the command that ran the audit.
  public static func node(_ report: AuditReport, toolVersion: String) -> JSONNode {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mantlet", "version": .string(toolVersion),
              "rules": JSONNode(.array(report.rules.map(rule))),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "originalUriBaseIds": ["PROJECT": ["description": ["text": "The folder that was audited."]]],
          "invocations": [
            [
              "executionSuccessful": .init(.bool(report.incomplete.isEmpty)),
              "toolExecutionNotifications": JSONNode(.array(report.incomplete.map(notification))),
            ]
          ],
          "results": JSONNode(.array(report.findings.map { result($0, rules: report.rules) })),
        ]
      ],
    ]
  }

  private static func rule(_ manual: RuleManual) -> JSONNode {
    [
      "id": .string(manual.id),
      "shortDescription": ["text": .string(manual.title)],
      "fullDescription": ["text": .string(manual.reason)],
      "help": ["text": .string(manual.fix)],
      "properties": ["tags": .strings(["security"] + (manual.requirements + manual.weaknesses).map(\.id))],
    ]
  }

  private static func notification(_ entry: AuditIncompleteness) -> JSONNode {
    [
      "level": "error",
      "message": ["text": .string("The file or folder " + entry.message + ".")],
      "locations": [["physicalLocation": ["artifactLocation": artifact(entry.file)]]],
    ]
  }

  private static func result(_ finding: Finding, rules: [RuleManual]) -> JSONNode {
    [
      "ruleId": .string(finding.rule),
      "ruleIndex": .integer(Int64(rules.firstIndex { $0.id == finding.rule } ?? -1)),
      "level": .string(finding.severity.rawValue),
      "message": ["text": .string(finding.message + " " + finding.fix)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": artifact(finding.file),
            "region": region(finding.line, finding.column),
          ]
        ]
      ],
      "partialFingerprints": ["mantlet/v1": .string(finding.fingerprint)],
      "codeFlows": JSONNode(.array(finding.flow.isEmpty ? [] : [flow(finding.flow)])),
    ]
  }

  /// From where the value comes to where it is used: SARIF tells a flow in the order of the program.
  private static func flow(_ steps: [FindingStep]) -> JSONNode {
    let locations = steps.reversed().map { step -> JSONNode in
      [
        "location": [
          "physicalLocation": ["artifactLocation": artifact(step.file), "region": region(step.line, step.column)]
        ]
      ]
    }
    return ["threadFlows": [["locations": JSONNode(.array(locations))]]]
  }

  private static func region(_ line: Int, _ column: Int) -> JSONNode {
    ["startLine": .integer(Int64(line)), "startColumn": .integer(Int64(column))]
  }

  private static func artifact(_ path: String) -> JSONNode {
    ["uri": .string(percentEncoded(path.isEmpty ? "." : path)), "uriBaseId": "PROJECT"]
  }

  /// A relative reference; a colon in the first segment would read as a scheme.
  /// Source: RFC 3986, sections 2.3 and 4.2.
  private static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
