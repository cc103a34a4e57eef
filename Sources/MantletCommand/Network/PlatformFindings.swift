import ArgumentParser
import PlatformNetwork
import SecurityPolicy
import UntrustedInput

/// How findings of a checked file are told: a line each, `FILE:LINE:COLUMN`, or one JSON object.
enum PlatformFindings {
  /// - Throws: exit code 1 when anything but a remark was found.
  static func tell(_ findings: [PlatformFinding], about file: String, asJSON: Bool) throws {
    let verdict = findings.verdict
    if asJSON {
      StandardOutput.print([
        "file": .string(file), "verdict": .string(verdict == .holds ? "holds" : "fails"),
        "findings": JSONNode(.array(findings.map(node))),
      ])
    } else {
      for finding in findings {
        let place = finding.position == .none ? "" : ":\(finding.position.line):\(finding.position.column)"
        let host = finding.host.map { "\($0): " } ?? ""
        StandardOutput.print(
          "\(file)\(place): \(finding.weight): \(host)\(finding.message). \(finding.fix) (\(finding.rule.rawValue))")
      }
      if verdict == .holds { StandardOutput.print("\(file): sound") }
    }
    guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
  }

  private static func node(_ finding: PlatformFinding) -> JSONNode {
    var members = [
      JSONMember("rule", .string(finding.rule.rawValue)), JSONMember("weight", .string(finding.weight.description)),
      JSONMember("message", .string(finding.message)), JSONMember("fix", .string(finding.fix)),
    ]
    if let host = finding.host { members.append(JSONMember("host", .string(host))) }
    if finding.position != .none {
      members.append(JSONMember("line", .integer(Int64(finding.position.line))))
      members.append(JSONMember("column", .integer(Int64(finding.position.column))))
    }
    return JSONNode(.object(members))
  }
}
