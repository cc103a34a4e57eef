#if Audit
  import ArgumentParser
  import ComplianceEvidence
  import Crypto
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// The third face: the policy that was just enforced and decided, held against an app's sources, and what an
  /// evaluator gets of it.
  struct BuildSide {
    let policy: Policy
    let folder: String

    func steps() -> [Step] {
      let clock = ContinuousClock()
      let start = clock.now
      let report: AuditReport
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(FlawedSample.source.utf8).write(to: URL(fileURLWithPath: folder + "/" + FlawedSample.file))
        report = Audit().run(try SourceTree.read(folder: folder), policy: policy)
      } catch {
        return [Step(chapter: "build", what: "audit", isExpected: false, fact: "\(error)")]
      }
      guard let finding = report.findings.first else {
        return [Step(chapter: "build", what: "audit", isExpected: false, fact: "the sample's flaw was not found")]
      }
      let audited = Step(
        chapter: "build", what: "audit of a flawed sample", isExpected: report.findings.count == 1,
        fact: "\(finding.rule) at \(finding.file):\(finding.line), \(report.findings.count) finding",
        code: finding.rule,
        milliseconds: (clock.now - start) / .milliseconds(1))
      return [audited, evidence(finding)]
    }

    private func evidence(_ finding: Finding) -> Step {
      let clock = ContinuousClock()
      let start = clock.now
      let document = JSONWriter().bytes(PolicyDocument.write(policy))
      let digest = SHA256.hash(data: document).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      do {
        guard let requirement = finding.requirements.first else { throw CocoaError(.keyValueValidation) }
        let row = try EvidenceRow.cite(
          requirement, verdict: .contradicted, statement: finding.message,
          places: [EvidencePlace(file: finding.file, line: finding.line)],
          contents: [FlawedSample.file: Array(FlawedSample.source.utf8)],
          source: EvidenceSource(
            tool: "mantlet audit", toolVersion: MantletCommand.configuration.version, policyName: policy.name,
            policyDigest: digest))
        return Step(
          chapter: "build", what: "evidence row", isExpected: true,
          fact:
            "\(row.requirement) \(row.verdict.rawValue) by \(row.places.map(\.description).joined(separator: ", "))",
          code: row.verdict.rawValue, milliseconds: (clock.now - start) / .milliseconds(1))
      } catch {
        return Step(chapter: "build", what: "evidence row", isExpected: false, fact: "\(error)")
      }
    }
  }
#endif
