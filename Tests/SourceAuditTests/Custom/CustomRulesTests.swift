#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct CustomRulesTests {
    static let policy = Policy(name: "test", environments: [:])

    static func file(_ find: String, extra: String = "") -> String {
      """
      version: 1
      rules:
        - id: team-rule
          title: A rule of ours
          reason: It was agreed.
          fix: Do it otherwise.
          ids: [O.Data_1, CWE-200]
      \(extra)
          find:
      \(find.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
      """
    }

    func lines(_ find: String, _ source: String, path: String = "A.swift", extra: String = "") throws -> [Int] {
      let rules = try CustomRules(reading: Array(Self.file(find, extra: extra).utf8))
      let tree = SourceTree(files: [SourceText(path: path, text: source)])
      return Audit(adding: rules).run(tree, policy: Self.policy).findings.filter { $0.rule == "team-rule" }.map(\.line)
    }

    @Test("A call is found by its name, by what it is called on, and by its arguments, however it is written")
    func calls() throws {
      let source = """
        let store = Vault()
        store.put("a", lifetime: 10)
        store
          .put("b",
               lifetime: limit)
        other.put("c", lifetime: 10)
        store.put("d", lifetime: 90)
        store.put("e", lifetime: 10, sealed: true)
        let limit = 20
        class Vault { func put(_ name: String, lifetime: Int, sealed: Bool = false) {} }
        """
      let find = """
        call: put
        on: [Vault]
        arguments:
          - { label: lifetime, below: 60 }
        without: [sealed]
        """
      #expect(try lines(find, source) == [2, 3])
      #expect(try lines("call: \"p?t*\"", source) == [2, 3, 6, 7, 8])
    }

    @Test("One rule reads Swift, Kotlin and Java alike, and only the languages that it names")
    func languages() throws {
      let find = "call: track\narguments: [{ at: 0, is: secret }]"
      #expect(try lines(find, "func f(password: String) {\n  track(password)\n  track(\"shown\")\n}") == [2])
      #expect(try lines(find, "fun f(password: String) {\n  track(password)\n}", path: "A.kt") == [2])
      #expect(try lines(find, "class A { void f(String password) {\n  track(password);\n} }", path: "A.java") == [2])
      #expect(
        try lines(
          find, "fun f(password: String) {\n  track(password)\n}", path: "A.kt", extra: "    languages: [swift]")
          == [])
    }

    @Test("Assignments, members, types, functions and imports are shapes of their own")
    func shapes() throws {
      #expect(
        try lines(
          "assign: timeout\nvalue: { above: 60 }",
          "let long = 120\nfunc f(c: Config) {\n  c.timeout = long\n  c.timeout = 5\n}")
          == [3])
      #expect(try lines("member: shared\non: [Session]", "let a = Session.shared\nlet b = Other.shared") == [1])
      #expect(
        try lines(
          "type: \"*\"\nextends: [Screen]", "class Base: Screen {}\nclass A: Base {}\nclass B {}") == [1, 2])
      #expect(try lines("function: \"test*\"", "func testA() {}\nfunc other() {}") == [1])
      #expect(try lines("import: OldKit", "import Foundation\nimport OldKit") == [2])
    }

    @Test("Within a named type or function the rule is silent")
    func within() throws {
      let source = "class Vault { func f() {\n  print(1)\n} }\nfunc g() {\n  print(2)\n}"
      #expect(try lines("call: print", source, extra: "    unless: { within: [Vault] }") == [5])
    }

    @Test("A finding carries the team's severity, message and ids")
    func texts() throws {
      let rules = try CustomRules(
        reading: Array(Self.file("call: print", extra: "    severity: error\n    message: No printing here.").utf8))
      let report = Audit(adding: rules).run(
        SourceTree(files: [SourceText(path: "A.swift", text: "print(1)")]), policy: Self.policy)
      let finding = try #require(report.findings.first { $0.rule == "team-rule" })
      #expect(finding.severity == .error && finding.message == "No printing here.")
      #expect(finding.requirements.map(\.id) == ["O.Data_1"] && finding.weaknesses.map(\.id) == ["CWE-200"])
    }

    @Test("Examples are run, and one that does not hold is named")
    func examples() throws {
      let good = """
            violating:
              - { path: A.swift, lines: [1], source: "print(1)" }
            conforming:
              - { path: A.swift, source: "log(1)" }
        """
      #expect(
        try CustomRules(reading: Array(Self.file("call: print", extra: good).utf8)).failures(policy: Self.policy) == [])
      let bad = good.replacing("log(1)", with: "print(2)")
      #expect(
        try CustomRules(reading: Array(Self.file("call: print", extra: bad).utf8)).failures(policy: Self.policy)
          == ["team-rule, example 1: found at [1], expected at []"])
    }

    @Test(
      "What is misspelt, missing, taken or no YAML is refused with its line",
      arguments: [
        ("version: 2\nrules: []", CustomRuleError.Problem.unknownVersion, 1),
        ("rules: []", .missing(.version), 1), ("- a", .expected(.map), 1),
        (file("call: print").replacing("title:", with: "titel:"), .unknownMember, 4),
        (file("call: print\nassign: b"), .notOnePattern, 10), (file("calls: print"), .unknownMember, 10),
        (file("call: print").replacing("team-rule", with: "weak-hash"), .takenID, 3),
        (file("call: print").replacing("team-rule", with: "Team Rule"), .expected(.id), 3),
        (file("call: print\narguments: [{ is: secrets }]"), .expected(.meaning), 11),
        (file("call: print", extra: "    severity: fatal"), .expected(.severity), 8),
        (file("call: print", extra: "    languages: [cobol]"), .expected(.language), 8),
      ])
    func refusals(text: String, problem: CustomRuleError.Problem, line: Int) {
      let error = #expect(throws: CustomRuleError.self) { try CustomRules(reading: Array(text.utf8)) }
      #expect(error?.problem == problem)
      #expect(error?.line == line)
    }

    @Test("Broken YAML, deep nesting, references without end and random bytes are refused and end nothing")
    func hostile() {
      var texts = [
        "a: [", "\t- a", String(repeating: "[", count: 200_000), String(repeating: "- ", count: 100_000),
        "a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]",
      ].map { Array($0.utf8) }
      texts.append([UInt8](repeating: 0xFF, count: 10))
      texts.append([UInt8](repeating: 0x20, count: CustomRules.limit + 1))
      let sound = Array(Self.file("call: print").utf8)
      for step in stride(from: 1, to: sound.count - 20, by: 11) { texts.append(Array(sound.prefix(step))) }
      for bytes in texts {
        #expect(throws: CustomRuleError.self) { try CustomRules(reading: bytes) }
      }
    }

    @Test(
      "A glob takes any text for a star and one character for a question mark",
      arguments: [
        ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "ab", false), ("*", "", true), ("?", "", false),
        ("a?c", "abc", true), ("*a*b*", "xxaxxbxx", true), ("", "", true), ("", "a", false),
      ])
    func globs(pattern: String, text: String, isMet: Bool) throws {
      guard !text.isEmpty, !pattern.isEmpty else { return }
      #expect(try lines("call: \"\(pattern)\"", "\(text)()").isEmpty == !isMet)
    }

    @Test("A pattern of many stars over a long name takes no time")
    func stars() throws {
      let find = "call: \"\(String(repeating: "*a", count: 30))b\""
      #expect(try lines(find, String(repeating: "a", count: 2000) + "()") == [])
    }
  }
#endif
