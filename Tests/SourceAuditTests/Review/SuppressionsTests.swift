#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct SuppressionsTests {
    private let flaw = "let d = Insecure.MD5.hash(data: data)"

    private func run(_ text: String, path: String = "A.swift", today: String = "2026-06-01") -> AuditReport {
      Audit().run(
        SourceTree(files: [SourceText(path: path, text: text)]), policy: RuleExamplesTests.policy,
        today: PolicyDay(today))
    }

    @Test(
      "A comment with rule and reason on the line, or alone before it, allows the finding; it stays in the report",
      arguments: [
        "@ // mantlet:allow weak-hash: old protocol", "// mantlet:allow weak-hash: old protocol\n@",
        "/* mantlet:allow weak-hash until 2026-06-01: old protocol */\n\n// more\n@",
        "// mantlet:allow force-unwrap, weak-hash: old protocol\n@",
      ])
    func allowed(text: String) throws {
      let report = run(text.replacing("@", with: flaw))
      let finding = try #require(report.findings.first { $0.rule == "weak-hash" })
      #expect(finding.suppression?.reason == "old protocol")
      #expect(!finding.counts)
      #expect(report.verdict(failOn: .warning) == .holds)
    }

    @Test("A directive of C is code: an allowance before it is about it, and not about what follows")
    func directive() throws {
      let text = "// mantlet:allow weak-hash: old protocol\n#define SIZE 16\nvoid f(void) { CC_MD5(d, n, o); }\n"
      let report = run(text, path: "A.m")
      #expect(try #require(report.findings.first { $0.rule == "weak-hash" }).counts)
      #expect(report.findings.contains { $0.rule == "doubtful-suppression" })
    }

    @Test("Lines end as they do for characters, two bytes of one end together")
    func lineEnds() throws {
      let text = "a\u{B}b\u{C}c\rd\r\ne\u{85}f\u{2028}g\u{2029}// mantlet:allow weak-hash\n"
      #expect(run(text).findings.first { $0.rule == "doubtful-suppression" }?.line == 8)
    }

    @Test("Of several allowances in a row each is about the next line that is none")
    func row() throws {
      let report = run(
        "// mantlet:allow weak-hash: old\r\n// mantlet:allow weak-cipher: old\r\n\r\n\(flaw)\r\n"
          + "// mantlet:allow weak-hash: old\r\n")
      #expect(report.findings.map(\.rule) == ["doubtful-suppression", "weak-hash", "doubtful-suppression"])
      #expect(report.findings.map(\.line) == [2, 4, 5])
      #expect(report.findings[1].suppression?.line == 1)
    }

    @Test("An XML comment allows the key behind it")
    func xml() throws {
      let text = """
        <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
        <!-- mantlet:allow transport-security-exception: a printer in the local network -->
        <key>NSAllowsArbitraryLoads</key><true/>
        </dict></dict></plist>
        """
      let finding = try #require(run(text, path: "Info.plist").findings.first)
      #expect(finding.suppression?.reason == "a printer in the local network")
    }

    @Test(
      "Without a reason, with an unknown rule, without a day or after it, nothing is allowed and a warning says so",
      arguments: [
        "// mantlet:allow weak-hash\n@", "// mantlet:allow weak-hash:\n@", "// mantlet:allow weak-hush: reason\n@",
        "// mantlet:allow weak-hash until soon: reason\n@", "// mantlet:allow weak-hash until 2026-05-31: reason\n@",
        "// mantlet:allow : reason\n@",
      ])
    func refused(text: String) throws {
      let report = run(text.replacing("@", with: flaw))
      #expect(try #require(report.findings.first { $0.rule == "weak-hash" }).counts)
      let doubt = try #require(report.findings.first { $0.rule == "doubtful-suppression" })
      #expect(doubt.severity == .warning && doubt.line == 1)
    }

    @Test("An allowance that nothing needs is a note, also for one rule of two")
    func unused() {
      let report = run("// mantlet:allow weak-hash, weak-cipher: old protocol\n" + flaw)
      #expect(report.findings.map(\.rule) == ["doubtful-suppression", "weak-hash"])
      #expect(report.findings.first?.severity == .note)
    }

    @Test(
      "A text literal, another line and another rule's allowance allow nothing",
      arguments: [
        "let s = \"// mantlet:allow weak-hash: reason\"; @", "// mantlet:allow weak-hash: reason\nlet a = 1\n@",
        "// mantlet:allow weak-cipher: reason\n@", "// xmantlet:allowed weak-hash: reason\n@",
      ])
    func elsewhere(text: String) throws {
      #expect(try #require(run(text.replacing("@", with: flaw)).findings.first { $0.rule == "weak-hash" }).counts)
    }

    @Test("Without a day nobody can say that an allowance has ended")
    func noDay() {
      let tree = SourceTree(files: [
        SourceText(path: "A.swift", text: "// mantlet:allow weak-hash until 1999-01-01: reason\n" + flaw)
      ])
      #expect(Audit().run(tree, policy: RuleExamplesTests.policy).verdict(failOn: .warning) == .holds)
    }
  }
#endif
