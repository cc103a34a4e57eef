#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct SwiftLintConfigurationTests {
    private static let patterns = SwiftLintConfiguration(policy: RuleExamplesTests.policy).patterns

    @Test("Every pattern finds an example of its rule and nothing in what the rule leaves alone", arguments: patterns)
    func examples(pattern: SwiftLintConfiguration.Pattern) throws {
      let manual = try #require(Audit.manuals.first { $0.id == pattern.rule })
      // As SwiftLint's engine sees words: a full stop parts them.
      let regex = try Regex(pattern.regex).wordBoundaryKind(.simple)
      #expect(manual.violating.contains { $0.source.firstMatch(of: regex) != nil })
      for example in manual.conforming where example.source.firstMatch(of: regex) != nil {
        Issue.record("\(pattern.name) finds \(example.title)")
      }
    }

    @Test("The file has the two opt-in rules and every pattern, quoted as YAML wants it")
    func yaml() {
      let yaml = SwiftLintConfiguration(policy: RuleExamplesTests.policy).yaml
      #expect(yaml.contains("opt_in_rules:\n  - force_unwrapping\n  - implicitly_unwrapped_optional\n"))
      for pattern in Self.patterns {
        #expect(yaml.contains("  \(pattern.name):\n    name: '"))
        #expect(yaml.contains("    regex: '\(pattern.regex.replacing("'", with: "''"))'\n"))
      }
    }

    @Test("A policy that lets items leave the device has no pattern against it")
    func policy() {
      var policy = RuleExamplesTests.policy
      policy.storage.accessibility = .insecureMigratingWhenUnlocked
      #expect(Self.patterns.contains { $0.name == "keychain_leaves_device" })
      #expect(!SwiftLintConfiguration(policy: policy).patterns.contains { $0.name == "keychain_leaves_device" })
    }
  }
#endif
