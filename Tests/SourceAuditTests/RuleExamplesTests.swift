#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct RuleExamplesTests {
    static let policy = Policy(name: "test", environments: [:])
    static let violating = Audit.allRules.flatMap(\.manual.violating)
    static let conforming = Audit.allRules.flatMap(\.manual.conforming)

    static func findings(_ source: String) -> [Finding] {
      Audit().run(SourceTree(files: [SourceText(path: "A.swift", text: source)]), policy: policy).findings
    }

    @Test("Each violating example is found once, at its line", arguments: violating)
    func found(example: RuleExample) {
      #expect(!example.lines.isEmpty)
      #expect(Self.findings(example.source).map(\.line) == example.lines, "\(example.title)")
    }

    @Test("Each conforming example stays quiet", arguments: conforming)
    func quiet(example: RuleExample) {
      #expect(Self.findings(example.source).isEmpty, "\(example.title)")
    }

    @Test("Every example is Swift that the parser understands", arguments: violating + conforming)
    func parses(example: RuleExample) {
      let tree = SourceTree(files: [SourceText(path: "A.swift", text: example.source)])
      #expect(Audit().run(tree, policy: Self.policy).incomplete.isEmpty, "\(example.title)")
    }

    @Test("Every rule names requirements and weaknesses, and shows both kinds of example")
    func manuals() {
      for rule in Audit.allRules {
        #expect(!rule.requirements.isEmpty && !rule.manual.weaknesses.isEmpty)
        #expect(!rule.manual.violating.isEmpty && !rule.manual.conforming.isEmpty)
      }
      #expect(Set(Audit.allRules.map(\.id)).count == Audit.allRules.count)
    }
  }
#endif
