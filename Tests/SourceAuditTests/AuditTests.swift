#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing
  import UntrustedInput

  @Suite struct AuditTests {
    private func run(
      _ text: String, secondsPerFile: Int = 5, incomplete: [AuditIncompleteness] = []
    ) -> AuditReport {
      let tree = SourceTree(files: [SourceText(path: "A.swift", text: text)], incomplete: incomplete)
      return Audit(secondsPerFile: secondsPerFile).run(tree, policy: RuleExamplesTests.policy)
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
      #expect(report.incomplete == [AuditIncompleteness(file: "A.swift", cause: .notParsed, line: 1)])
      #expect(report.findings.count == 1)
    }

    private static let merged: [(String, String)] = [
      ("A.swift", "let a = 1\n"), ("A.kt", "val a = 1\n"), ("A.java", "class A { }\n"), ("A.m", "int a;\n"),
      ("app/build.gradle", "android { }\n"), ("App/Info.plist", "<plist version=\"1.0\"><dict>\n"),
      ("App.xcodeproj/project.pbxproj", "{ a = b;\n"), ("Release.xcconfig", "A = 1\n"),
      ("Package.resolved", "{\n"), ("Podfile", "pod 'A'\n"), ("AndroidManifest.xml", "<manifest>\n"),
      ("gradle.properties", "a=b\n"), ("gradle/libs.versions.toml", "[versions]\n"), ("app.json", "{\n"),
    ]

    @Test("A file with the marks of a merge is named with the line of the first one, in each format", arguments: merged)
    func conflict(path: String, text: String) throws {
      let text = text + "<<<<<<< HEAD\n=======\n>>>>>>> theirs\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n"
      let report = Audit().run(
        SourceTree(files: [SourceText(path: path, text: text)]), policy: RuleExamplesTests.policy)
      #expect(report.incomplete == [AuditIncompleteness(file: path, cause: .notParsed, line: 2)])
      let message = "holds text that the parser does not understand, the first in line 2"
      #expect(AuditText.text(report).contains("\(path): not judged: \(message)\n"))
      #expect(AuditGitHub.text(report).contains("file=\(path),line=2,title=not judged::The file \(message)."))
      #expect(AuditJSON.node(report)["skipped"]?.array?.first?["line"]?.integer == 2)
      let invocation = AuditSARIF.node(report, toolVersion: "1")["runs"]?.array?.first?["invocations"]?.array?.first
      let place = try #require(invocation?["toolExecutionNotifications"]?.array?.first?["locations"]?.array?.first)
      #expect(place["physicalLocation"]?["region"]?["startLine"]?.integer == 2)
    }

    @Test("Both sides of a merge in Swift are judged at their own lines", arguments: ["\n", "\r\n"])
    func bothSides(end: String) {
      let lines = [
        "func f() {", "<<<<<<< HEAD", "  let a = Insecure.MD5.hash(data: d)", "||||||| base", "  let a = d", "=======",
        "  let a = Insecure.SHA1.hash(data: d)", ">>>>>>> theirs", "}", "let b = Insecure.MD5.hash(data: e)", "",
      ]
      let report = run(lines.joined(separator: end))
      #expect(report.findings.filter { $0.rule == "weak-hash" }.map(\.line) == [3, 7, 10])
      #expect(report.incomplete == [AuditIncompleteness(file: "A.swift", cause: .notParsed, line: 2)])
    }

    @Test("Text made to hang or crash the parser ends soon and never counts as clean", arguments: hostilePieces)
    func hostile(piece: String) {
      let clock = ContinuousClock()
      for prefix in ["", "let x = "] {
        let text = prefix + String(repeating: piece, count: (128 << 10) / piece.utf8.count)
        var report: AuditReport?
        let took = clock.measure { report = run(text, secondsPerFile: 1) }
        #expect(report?.verdict.exitCode == 2, "\(prefix)\(piece)")
        #expect(report?.incomplete.isEmpty == false, "\(prefix)\(piece)")
        #expect(took < .seconds(60), "\(prefix)\(piece)")
      }
    }

    private static let hostilePieces = [
      "(", "[", "{", "f(", "{ a in", ".a(", "\"\\(", "case .a(", "func f() { ", "try ", "await ", "else if x {} ",
      "A->", "A<", "a.b.", "a ? b : ", "a ? b ? ", ")(", "#if x\n", "#if x\n.b\n", "@a ", "@a(", "! ", "- ", "& ",
      "case ", "x: ", "[a<", "async ", "actor ", "@a()\n", "B\npublic ", "a(b)\nopen ",
      "a ? { A\nlet x = ", "A<B\nfoo<", "(A)\ntry -> ", "a ? B\nfoo bar : ", "f { A }\nb: { A }.g ",
    ]

    @Test("Chains that each go on in a closure of the one before count together, also from the first column")
    func chainsInClosures() {
      let line = "let a = " + String(repeating: "b ? ", count: 9_900) + "{ A\n"
      let report = Audit(secondsPerFile: 60).run(
        SourceTree(files: [SourceText(path: "A.swift", text: String(repeating: line, count: 16) + "b\n")]),
        policy: RuleExamplesTests.policy)
      #expect(report.verdict.exitCode == 2)
      #expect(
        report.incomplete.contains { if case .partNestedTooDeeply = $0.cause { true } else { false } },
        "\(report.incomplete.map(\.message))")
    }

    @Test("A large file of ordinary code is read: a long table, thousands of declarations, thousands of statements")
    func large() {
      let table = "let table: [Int] = [\n" + String(repeating: "1, 2, 3, 4,\n", count: 13_000) + "]\n"
      let members = (0..<5_000).map { "  let member\($0): [String: Int] = f(\($0), \"a\")\n" }.joined()
      let colours = String(repeating: "  internal static let red = ColorAsset(name: \"red\")\n", count: 10_000)
      let actions = String(repeating: "  @objc func a(_ b: Int) { c(b, 1, 2) }\n", count: 8_000)
      let body = "func f() {\n" + String(repeating: "  table[1] = (2, 3)\n", count: 12_000) + "}\n"
      let types = ["struct A {\n\(members)}\n", "enum A {\n\(colours)}\n", "class A {\n\(actions)}\n"]
      for text in [table] + types + [body] {
        #expect(SwiftSource.unit(SourceText(path: "A.swift", text: text)).regions.isEmpty)
      }
    }

    private static let digest = "let d = Insecure.MD5.hash(data: x)\n"

    @Test(
      "Beside a part that is nested too deeply the rest of the file is judged, and the part is named",
      arguments: [
        "let a = " + String(repeating: "(", count: 70) + "1" + String(repeating: ")", count: 70) + "\n",
        "let a = " + String(repeating: "[", count: 14) + "1,\n2" + String(repeating: "]", count: 14) + "\n",
        "let a = \"b\\(" + String(repeating: "(", count: 70) + "1" + String(repeating: ")", count: 70) + ")c\"\n",
        "let a = " + String(repeating: "1 + ", count: 60_000) + "1\n",
        "func f() {\n a = " + String(repeating: "b ? c : ", count: 11_000) + "1 }\n",
        "let a = \"\"\"\n" + String(repeating: "{}", count: 60_000) + "\n\"\"\"\n",
        String(repeating: "#if A\n", count: 70) + String(repeating: "#endif\n", count: 70),
        "let a = " + String(repeating: "try ", count: 70) + "b()\n",
        "let a = b" + String(repeating: ".c()", count: 2_100) + "\n",
        "let a = ((((\n" + String(repeating: "f(", count: 80) + "\n",
        "let a = b" + String(repeating: " ? (1,2)", count: 150_000) + "\n",
        "let a: (A,B)" + String(repeating: "->(A,B)", count: 150_000) + "\n",
        "let a = " + String(repeating: String(repeating: "b ? 1 : ", count: 4_000) + "(1, ", count: 40) + "1\n",
      ])
    func tooDeep(part: String) {
      let before = "let b = 1\n"
      // A long chain takes a debug build some seconds.
      let report = Audit(secondsPerFile: 60).run(
        SourceTree(files: [SourceText(path: "A.swift", text: before + part + Self.digest)]),
        policy: RuleExamplesTests.policy)
      let lines = (before + part).utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(report.findings.map(\.line) == [lines + 1])
      #expect(
        report.incomplete.contains {
          if case .partNestedTooDeeply(let line) = $0.cause { line > 1 && line <= lines } else { false }
        }, "\(report.incomplete.map(\.message))")
    }

    @Test(
      "Brackets in comments and texts are no nesting",
      arguments: [
        String(repeating: "// not done yet :(\n", count: 80), String(repeating: "/* :( /* { */ [ */\n", count: 80),
        String(repeating: "let a = \"(((\"\n", count: 30), String(repeating: "let a = #\"\"(\"#\n", count: 80),
        String(repeating: "let a = #\"\"\"#\nlet b = \"(\"\n", count: 80),
        "let a = \"\"\"\n" + String(repeating: "\"(\" {\n", count: 80) + "\"\"\"\n",
        String(repeating: "let a = #/[(]/#\n", count: 80), String(repeating: "let a = /[(]{/\n", count: 80),
        String(repeating: "let a = \"\\(b(\"(\"))(\"\n", count: 80),
      ])
    func brackets(part: String) {
      let report = run(part + Self.digest)
      #expect(report.incomplete.isEmpty && report.findings.count == 1, "\(report.incomplete.map(\.message))")
    }

    @Test("Patterns without hashes leave no bracket open: what stands behind them in the same type is judged")
    func barePatterns() {
      let patterns = (1...13).map { "  let r\($0) = /\\[(\\w+)/\n" }.joined()
      let report = run("struct A {\n\(patterns)  \(Self.digest)}\n")
      #expect(report.incomplete.isEmpty, "\(report.incomplete.map(\.message))")
      #expect(report.findings.map(\.line) == [15])
    }

    @Test(
      "Small files made to keep the parser busy do not stop the audit of the others",
      arguments: [
        String(repeating: "[\n", count: 30),
        String(repeating: "let a = " + String(repeating: "[", count: 12) + "\n", count: 900),
      ])
    func busy(text: String) {
      let files = ["A", "B", "C"].map { SourceText(path: "\($0).swift", text: text) }
      let report = Audit(secondsPerFile: 60).run(
        SourceTree(files: files + [SourceText(path: "D.swift", text: Self.digest)]), policy: RuleExamplesTests.policy)
      #expect(report.findings.map(\.file) == ["D.swift"])
      let parts = report.incomplete.filter { if case .partNestedTooDeeply = $0.cause { true } else { false } }
      #expect(Set(parts.map(\.file)) == ["A.swift", "B.swift", "C.swift"])
      #expect(report.filesRead == 4)
    }

    @Test("A file for which the time does not suffice ends at the deadline")
    func deadline() {
      // Nothing but much: a debug build takes many seconds for it, and the thread left behind does end.
      let text = (0..<20_000).map { "let a\($0) = f(\($0))\n" }.joined()
      let report = Audit(secondsPerFile: 1).run(
        SourceTree(files: [SourceText(path: "A.swift", text: text)]), policy: RuleExamplesTests.policy)
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
