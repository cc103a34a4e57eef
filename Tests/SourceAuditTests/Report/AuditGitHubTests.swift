#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditGitHubTests {
    @Test("A finding is a command at its place; a file name cannot begin a command or a property")
    func commands() {
      let tree = SourceTree(
        files: [SourceText(path: "a,b:c%\n::error::x.swift", text: "let d = Insecure.MD5.hash(data: d)")],
        incomplete: [AuditIncompleteness(file: "B.swift", cause: .notUTF8)])
      let text = AuditGitHub.text(Audit().run(tree, policy: RuleExamplesTests.policy), folder: "App")
      let lines = text.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(
        lines[0].hasPrefix(
          "::warning file=App/a%2Cb%3Ac%25\\u{a}%3A%3Aerror%3A%3Ax.swift,line=1,col=9,title=weak-hash::MD5 is broken."))
      #expect(lines[1] == "::warning file=App/B.swift,title=not judged::The file is not UTF-8.")
      #expect(lines[2] == "::error title=mantlet audit::fails: 1 place breaks the policy")
    }

    @Test("What does not count makes no command")
    func quiet() {
      let tree = SourceTree(files: [
        SourceText(path: "A.swift", text: "let d = Insecure.MD5.hash(data: d)  // mantlet:allow weak-hash: old")
      ])
      #expect(
        AuditGitHub.text(Audit().run(tree, policy: RuleExamplesTests.policy))
          == "::notice title=mantlet audit::holds\n")
    }
  }
#endif
