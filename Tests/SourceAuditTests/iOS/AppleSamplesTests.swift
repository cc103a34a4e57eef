#if Audit
  import SourceAudit
  import Testing

  @Suite struct AppleSamplesTests {
    static let all =
      AppleSample.cryptography + AppleSample.storage + AppleSample.login + AppleSample.network + AppleSample.platform

    @Test("Each flaw is named at its line, and nothing else of weight beside it", arguments: all)
    func named(sample: AppleSample) {
      let findings = AppleSample.findings(sample.flawed)
      #expect(findings.filter { $0.rule == sample.rule }.map(\.line) == AppleSample.marked(sample.flawed))
      #expect(findings.filter { $0.rule != sample.rule && $0.severity > .note }.map { "\($0.rule):\($0.line)" }.isEmpty)
    }

    @Test("The repaired twin is silent", arguments: all)
    func silent(sample: AppleSample) {
      let findings = AppleSample.findings(sample.repaired).filter { $0.rule == sample.rule || $0.severity > .note }
      #expect(findings.map { "\($0.rule):\($0.line)" }.isEmpty)
    }

    @Test("Other words do not hide the flaw", arguments: all)
    func rewritten(sample: AppleSample) {
      for text in sample.rewrites {
        let lines = AppleSample.findings(text).filter { $0.rule == sample.rule }.map(\.line)
        let marked = AppleSample.marked(text)
        #expect(!lines.isEmpty && (marked.isEmpty || lines == marked), "\(text)")
      }
    }
  }
#endif
