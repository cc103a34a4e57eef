#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct RuleExamplesTests {
    static let policy = Policy(name: "test", environments: [:])
    /// One example of one rule.
    struct Case: Sendable, CustomTestStringConvertible {
      let rule: String
      let example: RuleExample
      var testDescription: String { "\(rule): \(example.title)" }
      var report: AuditReport {
        Audit().run(
          SourceTree(files: [SourceText(path: example.path, text: example.source)] + example.others),
          policy: example.policy)
      }
    }

    static func cases(_ examples: (RuleManual) -> [RuleExample]) -> [Case] {
      Audit.manuals.flatMap { manual in examples(manual).map { Case(rule: manual.id, example: $0) } }
    }
    static let violating = cases(\.violating)
    static let conforming = cases(\.conforming)

    @Test("Each violating example is found once, at its lines, and nothing else of weight in it", arguments: violating)
    func found(one: Case) {
      let findings = one.report.findings
      #expect(!one.example.lines.isEmpty)
      #expect(findings.filter { $0.rule == one.rule }.map(\.line) == one.example.lines)
      #expect(findings.filter { $0.rule != one.rule && $0.severity > .note }.map(\.rule).isEmpty)
    }

    @Test("Each conforming example stays quiet", arguments: conforming)
    func quiet(one: Case) {
      let findings = one.report.findings.filter(\.counts)
      #expect(findings.filter { $0.rule == one.rule || $0.severity > .note }.isEmpty)
    }

    @Test("Every example is source that the parser understands", arguments: violating + conforming)
    func parses(one: Case) { #expect(one.report.incomplete.isEmpty) }

    @Test("Every rule names requirements, weaknesses and both kinds of example, under an id of its own")
    func manuals() {
      for manual in Audit.manuals {
        let ids = (manual.requirements + manual.weaknesses).map(\.id)
        // How a project is kept is no weakness of an app in the catalogue.
        let isAboutProject = ["doubtful-suppression", "misplaced-code"].contains(manual.id)
        for catalogue in ["MASVS-", "CWE-"] + (isAboutProject ? [] : ["MASWE-"]) {
          #expect(ids.contains { $0.hasPrefix(catalogue) }, "\(manual.id) names no \(catalogue)")
        }
        #expect(!manual.violating.isEmpty && !manual.conforming.isEmpty, "\(manual.id)")
        #expect(!manual.reason.isEmpty && !manual.fix.isEmpty)
      }
      #expect(Set(Audit.manuals.map(\.id)).count == Audit.manuals.count)
    }
  }
#endif
