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

    @Test("Text made to hang or crash the parser ends soon and never counts as clean", arguments: hostilePieces)
    func hostile(piece: String) {
      let clock = ContinuousClock()
      for prefix in ["", "let x = "] {
        let text = prefix + String(repeating: piece, count: (512 << 10) / piece.utf8.count)
        var report: AuditReport?
        let took = clock.measure { report = run(text) }
        #expect(report?.verdict.exitCode == 2, "\(prefix)\(piece)")
        #expect(report?.incomplete.isEmpty == false, "\(prefix)\(piece)")
        #expect(took < .seconds(60), "\(prefix)\(piece)")
      }
    }

    private static let hostilePieces = [
      "(", "[", "{", "f(", "{ a in", ".a(", "\"\\(", "case .a(", "func f() { ", "try ", "await ", "else if x {} ",
      "A->", "A<", "a.b.", "a ? b : ", "a ? b ? ", ")(", "#if x\n", "#if x\n.b\n", "@a ", "@a(", "! ", "- ", "& ",
      "case ", "x: ", "[a<", "async ", "actor ",
    ]

    @Test("A large file of ordinary code is read: a long table, and thousands of declarations")
    func large() {
      let table = "let table: [Int] = [\n" + String(repeating: "1, 2, 3, 4,\n", count: 13_000) + "]\n"
      let members = (0..<5_000).map { "  let member\($0): [String: Int] = f(\($0), \"a\")\n" }.joined()
      for text in [table, "struct A {\n\(members)}\n"] {
        #expect(SwiftSource.unit(SourceText(path: "A.swift", text: text)) != nil)
      }
    }

    @Test("A text on which the parser works for minutes ends at the deadline")
    func deadline() {
      // Squares across lines pass the scan, and each doubles the parser's work; the thread left behind does end.
      let report = Audit(secondsPerFile: 1).run(
        SourceTree(files: [SourceText(path: "A.swift", text: String(repeating: "[\n", count: 22))]),
        policy: RuleExamplesTests.policy)
      #expect(report.incomplete.map(\.cause) == [.tookTooLong(seconds: 1)])
      #expect(report.verdict.exitCode == 2)
    }

    @Test("A file that is not done in time is reported as late, the rest as not reached")
    func late() {
      let names = ["A.swift", "B.swift", "C.swift", "D.swift"]
      let tree = SourceTree(files: names.map { SourceText(path: $0, text: String(repeating: "f(1)\n", count: 1_000)) })
      let report = Audit(secondsPerFile: 0).run(tree, policy: RuleExamplesTests.policy)
      let tooLong = AuditIncompleteness.Cause.tookTooLong(seconds: 0)
      #expect(report.incomplete.count { $0.cause == tooLong } == 3)
      #expect(report.incomplete.count { $0.cause == .notReached } == 1)
      #expect(report.verdict.exitCode == 2)
      #expect(Audit().run(tree, policy: RuleExamplesTests.policy).verdict == .holds)
    }
  }
#endif
