#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditTests {
    private func run(_ text: String, incomplete: [AuditIncompleteness] = []) -> AuditReport {
      let tree = SourceTree(files: [SourceText(path: "A.swift", text: text)], incomplete: incomplete)
      return Audit().run(tree, policy: RuleExamplesTests.policy)
    }

    @Test("A clean file holds")
    func holds() { #expect(run("let a = 1\n").verdict == .holds) }

    @Test("A project without Swift source is undetermined, not clean")
    func empty() {
      #expect(Audit().run(SourceTree(files: []), policy: RuleExamplesTests.policy).verdict.exitCode == 2)
    }

    @Test("An audit that asks no rule is undetermined")
    func noRules() {
      let tree = SourceTree(files: [SourceText(path: "A.swift", text: "")])
      #expect(Audit(rules: []).run(tree, policy: RuleExamplesTests.policy).verdict.exitCode == 2)
    }

    @Test("One file that could not be read makes a clean project undetermined")
    func undetermined() {
      #expect(run("", incomplete: [.init(file: "B.swift", cause: .notUTF8)]).verdict.exitCode == 2)
    }

    @Test("A finding outweighs what could not be read")
    func fails() {
      let text = #"UserDefaults.standard.set(x, forKey: "jwt")"#
      #expect(run(text, incomplete: [.init(file: "B.swift", cause: .notUTF8)]).verdict.exitCode == 1)
    }

    @Test("A file with a syntax error is judged as far as it goes, and reported")
    func syntaxError() {
      let report = run("<<<<<<< HEAD\nUserDefaults.standard.set(x, forKey: \"jwt\")\n")
      #expect(report.incomplete == [AuditIncompleteness(file: "A.swift", cause: .notParsed)])
      #expect(report.findings.count == 1)
    }

    @Test("Brackets that nest without end neither crashes the audit nor counts as clean", arguments: [
      "(", "[", "{", "f(", "{ a in", ".a(", "\"\\(", "case .a(", "func f() { ",
    ])
    func hostile(piece: String) {
      for prefix in ["", "let x = ", "let x: "] {
        let report = run(prefix + String(repeating: piece, count: (16 << 10) / piece.utf8.count))
        #expect(report.verdict != .holds, "\(prefix)\(piece)")
      }
    }
  }
#endif
