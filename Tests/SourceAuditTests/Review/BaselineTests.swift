#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing
  import UntrustedInput

  @Suite struct BaselineTests {
    private let flaw = "func f() { UserDefaults.standard.set(x, forKey: \"jwt\") }\n"

    private func run(_ text: String) -> AuditReport {
      Audit().run(
        SourceTree(files: [SourceText(path: "A.swift", text: text)]), policy: RuleExamplesTests.policy)
    }

    private func reread(_ baseline: Baseline) throws -> Baseline {
      try Baseline(reading: JSONWriter(indentation: 2).bytes(baseline.node))
    }

    @Test("Known findings do not count, wherever their lines move")
    func known() throws {
      let baseline = try reread(Baseline(run(flaw)))
      let report = run("\n\n// moved\n" + flaw).compared(to: baseline)
      #expect(report.findings.map(\.baseline) == [.unchanged])
      #expect(report.verdict == .holds)
      #expect(report.absent.isEmpty)
    }

    @Test("A second flaw equal to a known one is new")
    func twins() throws {
      let baseline = try reread(Baseline(run(flaw)))
      let report = run(flaw + flaw).compared(to: baseline)
      #expect(report.findings.map(\.baseline) == [.unchanged, .new])
      #expect(report.verdict.exitCode == 1)
      let both = run(flaw + flaw)
      #expect(both.compared(to: try reread(Baseline(both))).verdict == .holds)
    }

    @Test("What is gone is absent, with how many of it")
    func absent() throws {
      let report = run(flaw).compared(to: try reread(Baseline(run(flaw + flaw + flaw))))
      #expect(report.absent.map(\.count) == [2])
      #expect(run("let a = 1").compared(to: Baseline(run(flaw))).absent.map(\.rule) == ["secrets-in-user-defaults"])
    }

    @Test("What the source allows is not written into a baseline")
    func allowed() {
      #expect(Baseline(run("// mantlet:allow secrets-in-user-defaults: test data\n" + flaw)).entries.isEmpty)
    }

    @Test(
      "A baseline of another form is refused, not taken for empty",
      arguments: [
        "", "[]", "{}", #"{"version": 2, "findings": []}"#, #"{"version": 1, "findings": [{"rule": "x"}]}"#,
        #"{"version": 1, "findings": [{"rule": "x", "path": "a", "fingerprint": "f", "count": 0}]}"#,
      ])
    func refused(text: String) {
      #expect(throws: SourceAuditError.baselineUnusable) { try Baseline(reading: Array(text.utf8)) }
    }

    @Test("Only findings on changed lines count, and those whose value comes from one")
    func limited() throws {
      let old = "let a = 1\n" + flaw
      let changed = ["A.swift": LineSet(of: "let a = 2\n" + flaw, since: old)]
      #expect(run("let a = 2\n" + flaw).limited(to: changed).verdict == .holds)
      #expect(run(old).limited(to: ["A.swift": LineSet(of: old, since: "let a = 1\n")]).verdict.exitCode == 1)
      #expect(run(old).limited(to: [:]).verdict == .holds)
      #expect(run(old).limited(to: ["A.swift": .all]).verdict.exitCode == 1)
      let flow = Audit().run(
        SourceTree(files: [
          SourceText(path: "A.swift", text: "func keep(_ v: String) { UserDefaults.standard.set(v, forKey: \"x\") }"),
          SourceText(path: "B.swift", text: "func g(_ refreshToken: String) {\n  keep(refreshToken)\n}"),
        ]), policy: RuleExamplesTests.policy)
      #expect(flow.limited(to: ["B.swift": .all]).verdict.exitCode == 1)
    }

    @Test("What an audit of the older state does not have counts on an unchanged line; what it has does not")
    func limitedByState() {
      let checked = """
        func application(_ a: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          guard url.host == "invite" else { return false }
          redeem(url.lastPathComponent)
          return true
        }
        """
      let lines = checked.split(separator: "\n").map(String.init)
      let open = (lines[...0] + lines[2...]).joined(separator: "\n")
      let changed = ["A.swift": LineSet(of: open, since: checked)]
      #expect(run(open).limited(to: changed).verdict == .holds)
      #expect(run(open).limited(to: changed, before: run(checked)).verdict.exitCode == 1)
      #expect(run(open).limited(to: [:], before: run(open)).verdict == .holds)
    }

    @Test(
      "Changed lines are those that the old text does not have there",
      arguments: [
        ("a\nb\nc\n", "a\nb\nc\n", []), ("a\nb\nc\n", "a\nx\nc\n", [2]), ("a\nb\n", "a\nn\nb\n", [2]),
        ("a\nb\nc\n", "a\nc\n", []), ("a\r\nb\r\n", "a\nb\n", []), ("", "a\nb", [1, 2]),
        ("a\nb\nc\nd\n", "b\nx\nd\ny\n", [2, 4]),
      ])
    func lines(old: String, new: String, changed: [Int]) {
      let lines = LineSet(of: new, since: old)
      #expect((1...6).filter(lines.contains) == changed)
    }

    @Test("Two large texts without a common line are compared in bounded time")
    func large() {
      let clock = ContinuousClock()
      let old = (0..<20_000).map { "a\($0)" }.joined(separator: "\n")
      let new = (0..<20_000).map { "b\($0)" }.joined(separator: "\n")
      var isFound = false
      let took = clock.measure { isFound = LineSet(of: new, since: old).contains(20_000) }
      #expect(isFound && took < .seconds(30))
    }
  }
#endif
