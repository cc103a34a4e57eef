#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct FlawedAppTests {
    @Test("The sample app has exactly the three flaws that its README names")
    func threeFlaws() throws {
      let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      let tree = try SourceTree.read(folder: "/\(tests)/Examples/FlawedApp")
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      #expect(
        report.findings.map { "\($0.file):\($0.line)" } == [
          "Sources/LoginController.swift:24", "Sources/SettingsStore.swift:21", "Sources/SleepLogView.swift:7",
        ])
      #expect(report.incomplete.isEmpty)
      #expect(report.filesRead == 3)
      #expect(report.verdict.exitCode == 1)
    }
  }
#endif
