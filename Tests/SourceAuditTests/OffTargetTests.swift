#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// What an audit says about a sample beside its flaw, notes included.
  @Suite struct OffTargetTests {
    /// Some code with one flaw, and where it stands.
    private struct Sample {
      let title: String
      let rule: String
      let files: [SourceText]
      let policy: Policy
      /// `file:line`
      let places: Set<String>

      /// `rule file:line` of everything else.
      var others: [String] {
        Audit().run(SourceTree(files: files), policy: policy).findings.filter {
          $0.rule != rule || !places.contains("\($0.file):\($0.line)")
        }.map { "\($0.rule) \($0.file):\($0.line)" }
      }
    }

    private static let examples = RuleExamplesTests.violating.map { one in
      Sample(
        title: one.testDescription, rule: one.rule,
        files: [SourceText(path: one.example.path, text: one.example.source)] + one.example.others,
        policy: one.example.policy, places: Set(one.example.lines.map { "\(one.example.path):\($0)" }))
    }

    private static let apple = AppleSamplesTests.all.map { sample in
      Sample(
        title: sample.testDescription, rule: sample.rule,
        files: [SourceText(path: "Sources/App.swift", text: sample.flawed)], policy: RuleExamplesTests.policy,
        places: Set(AppleSample.marked(sample.flawed).map { "Sources/App.swift:\($0)" }))
    }

    private static let android = AndroidSamplesTests.flawed.map { sample in
      Sample(
        title: sample.testDescription, rule: sample.rule, files: sample.files, policy: RuleExamplesTests.policy,
        places: Set(sample.places))
    }

    private static func isQuiet(_ samples: [Sample]) -> Bool {
      let noisy = samples.compactMap { sample in
        let others = sample.others
        return others.isEmpty ? nil : "\(sample.title): \(others.joined(separator: ", "))"
      }
      let isQuiet = noisy.count * 10 <= samples.count
      if !isQuiet { Issue.record("\(noisy.count) of \(samples.count)\n\(noisy.joined(separator: "\n"))") }
      return isQuiet && !samples.isEmpty
    }

    @Test("No more than one example of ten shows anything but its flaw")
    func ofRules() { #expect(Self.isQuiet(Self.examples)) }

    @Test("No more than one sample of ten for Apple's platforms shows anything but its flaw")
    func ofApple() { #expect(Self.isQuiet(Self.apple)) }

    @Test("No more than one sample of ten for Android shows anything but its flaw")
    func ofAndroid() { #expect(Self.isQuiet(Self.android)) }
  }
#endif
