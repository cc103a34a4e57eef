#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditGuideTests {
    private let guide = AuditGuide(policy: RuleExamplesTests.policy, manuals: Audit.manuals).markdown

    @Test("Every rule stands in the guide with its title, reason, fix and first examples")
    func everyRule() {
      for manual in Audit.manuals {
        #expect(
          guide.contains("**\(manual.title)** (`\(manual.id)`). \(manual.reason) \(manual.fix)"), "\(manual.id)")
        for example in [manual.violating.first, manual.conforming.first].compactMap(\.self) {
          #expect(guide.contains(example.source), "\(manual.id)")
        }
      }
    }

    @Test("The guide names the folders and layers that the rule about misplaced code knows")
    func structure() throws {
      let manual = try #require(Audit.manuals.first { $0.id == "misplaced-code" })
      #expect(guide.contains("Core/Networking or Services"))
      #expect(guide.contains("data/remote"))
      // The layer that the guide names for a call is the one that the rule asks for.
      for example in manual.violating {
        let tree = SourceTree(files: [SourceText(path: example.path, text: example.source)] + example.others)
        let message = try #require(
          Audit().run(tree, policy: RuleExamplesTests.policy).findings.first { $0.rule == manual.id }?.message)
        let home = try #require(message.split(separator: "belongs into ").last).dropLast()
        #expect(guide.contains("belongs into \(home)."))
      }
    }

    @Test("For Android the guide has a line about FLAG_SECURE")
    func screens() throws {
      let android = try #require(guide.split(separator: "\n## Android\n").last)
      #expect(android.contains("Set FLAG_SECURE on the window before its content"))
      #expect(guide.contains("| what lies over the content in the background | `opaque` |"))
    }

    @Test("The guide says what the policy says")
    func policy() {
      var policy = Policy(name: "sleep|\n`app", environments: [:])
      policy.storage.accessibility = .whenPasscodeSetThisDeviceOnly
      policy.session.pin.minimumDigits = 6
      policy.session.pin.maximumDigits = 8
      let text = AuditGuide(policy: policy, manuals: []).markdown
      #expect(text.contains("`whenPasscodeSetThisDeviceOnly`"))
      #expect(text.contains("| digits of a PIN | 6 to 8 |"))
      #expect(text.contains("| what follows a screenshot, a recording | `warn`, `cover` |"))
      #expect(text.contains("`sleep|\\u{a}'app`"))
    }

    @Test("Code of an example does not end its block")
    func fences() {
      let manual = RuleManual(
        id: "x", title: "t", reason: "r", fix: "f", requirements: [], weaknesses: [],
        violating: [RuleExample("e", "let a = \"\"\"\n```\n\"\"\"")], conforming: [])
      #expect(AuditGuide(policy: RuleExamplesTests.policy, manuals: [manual]).markdown.contains("````swift\nlet a"))
    }
  }
#endif
