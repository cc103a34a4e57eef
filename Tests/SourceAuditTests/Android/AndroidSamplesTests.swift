#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Code as developers write it, each flaw in several ways: line breaks, nullable types, safe calls, scope functions,
  /// constants elsewhere, aliases, helpers, closures.
  @Suite struct AndroidSamplesTests {
    static let flawed = AndroidSample.all.filter { !$0.rule.isEmpty && !$0.rule.hasPrefix("+") }
    static let twins = AndroidSample.all.filter { $0.rule.isEmpty }
    static let controls = AndroidSample.all.filter { $0.rule.hasPrefix("+") }

    private func report(_ sample: AndroidSample) -> AuditReport {
      Audit().run(SourceTree(files: sample.files), policy: RuleExamplesTests.policy)
    }

    /// Findings of weight, as `rule file:line`.
    private func findings(_ report: AuditReport) -> [String] {
      report.findings.filter { $0.severity > .note }.map { "\($0.rule) \($0.file):\($0.line)" }.sorted()
    }

    @Test("A flaw is found by its rule at its lines, and nothing else is", arguments: flawed)
    func found(sample: AndroidSample) {
      let report = report(sample)
      #expect(!sample.places.isEmpty)
      #expect(findings(report) == sample.places.map { "\(sample.rule) \($0)" })
      #expect(report.incomplete.isEmpty)
    }

    @Test("A repaired twin stays quiet", arguments: twins)
    func quiet(sample: AndroidSample) {
      let report = report(sample)
      #expect(findings(report).isEmpty)
      #expect(report.incomplete.isEmpty)
    }

    @Test("A control is credited where it stands, and nothing is found", arguments: controls)
    func credited(sample: AndroidSample) {
      let report = report(sample)
      #expect(findings(report).isEmpty)
      #expect(report.controls.map(\.rule).contains(String(sample.rule.dropFirst())))
    }

    @Test("The tables are read whole, and name rules that exist")
    func tables() {
      #expect(AndroidSample.all.count > 120)
      #expect(Set(Self.flawed.map(\.rule)).isSubset(of: Audit.manuals.map(\.id)))
    }
  }
#endif
