#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditTerminalTests {
    private func text(_ files: [String: String], width: Int = 100, inColour: Bool = false) -> String {
      let tree = SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) })
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      return AuditTerminal(width: width, inColour: inColour).text(report, sources: SourceLines(report, tree.files))
    }

    @Test("A finding shows its line with a caret under the place")
    func frame() throws {
      let lines = text(["A.swift": "import CryptoKit\n\tlet ä = Insecure.MD5.hash(data: d)\n"]).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[0].hasPrefix("A.swift:2:10: warning: MD5 is broken. [weak-hash]"))
      #expect(lines[1] == "    2 │   let ä = Insecure.MD5.hash(data: d)")
      #expect(lines[2] == "      │           ^")
      #expect(lines[3].hasPrefix("      = fix: "))
    }

    @Test("The way of a value is told from its source on")
    func way() {
      let text = text([
        "A.swift": "func keep(_ v: String) { UserDefaults.standard.set(v, forKey: \"x\") }",
        "B.swift": "func g(_ refreshToken: String) {\n  keep(refreshToken)\n}",
      ])
      #expect(text.contains("│ from B.swift:2  keep(refreshToken)"))
    }

    @Test("No line is wider than the terminal allows for source, and the caret stays in sight")
    func width() {
      let long = "let x = [\(Array(repeating: "1", count: 200).joined(separator: ", "))]; "
      let shown = text(["A.swift": long + "let d = Insecure.MD5.hash(data: d)"], width: 60)
      let lines = shown.split(separator: "\n")
      let row = lines.firstIndex { $0.contains("Insecure.MD5") } ?? 0
      #expect(lines[row].count <= 60)
      let caret = lines[row + 1].distance(
        from: lines[row + 1].startIndex, to: lines[row + 1].firstIndex(of: "^") ?? lines[row + 1].startIndex)
      #expect(lines[row].dropFirst(caret).hasPrefix("Insecure.MD5"))
    }

    @Test("Colour is written only when asked for; text of the source never writes escape sequences")
    func colour() {
      let files = ["A\u{1B}[31m.swift": "let d = Insecure.MD5.hash(data: \"\u{1B}[2J\")"]
      #expect(!text(files).contains("\u{1B}"))
      #expect(text(files, inColour: true).contains("\u{1B}[33mwarning\u{1B}[0m"))
      #expect(!text(files, inColour: true).contains("\u{1B}[2J"))
    }

    @Test(
      "A secret that a rule names does not stand in the report",
      arguments: [
        ("A.swift", "let clientSecret = \"9f8Ab3kQ7xZ2mN5pL0rT\"", "9f8Ab3"),
        (
          "A.swift",
          "let key = SymmetricKey(data: Data(\"correct horse battery\".utf8))",
          "correct horse"
        ),
        (
          "A.swift", "let k = try P256.Signing.PrivateKey(rawRepresentation: Data([17, 42, 99]))",
          "17, 42"
        ),
        ("A.swift", "let id = \"AKIAIOSFODNN7EXAMPLE\"; let d = Insecure.MD5.hash(data: d)", "AKIAIOS"),
        ("A.swift", "client.login(user: \"admin\", password: \"Tr0ub4dor&3xyz\")", "Tr0ub4"),
        (
          "Config.plist",
          "<plist version=\"1.0\"><dict><key>ClientSecret</key><string>9f8Ab3kQ7xZ2mN5pL0rT</string></dict></plist>",
          "9f8Ab3"
        ),
      ])
    func masked(path: String, source: String, secret: String) {
      let tree = SourceTree(files: [SourceText(path: path, text: source)])
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      #expect(!report.findings.isEmpty)
      let terminal = AuditTerminal().text(report, sources: SourceLines(report, tree.files))
      let page = AuditHTML(report, title: "a", files: tree.files).page
      for text in [terminal, page] {
        #expect(text.contains("••••••"))
        #expect(!text.contains(secret))
      }
    }

    @Test("The end names severities, rules, controls, what is allowed and what was not judged")
    func summary() {
      let text = text([
        "A.swift": """
        let d = Insecure.MD5.hash(data: d)
        let e = Insecure.MD5.hash(data: e)  // mantlet:allow weak-hash: old
        let a = SecAccessControlCreateWithFlags(nil, level, .biometryCurrentSet, nil)
        SecItemAdd([kSecAttrAccessControl: a] as CFDictionary, nil)
        """, "Info.plist": "<plist><dict><key>a</key></dict></plist>",
      ])
      #expect(text.contains("weak-hash  warning  1"))
      #expect(text.contains("Controls present"))
      #expect(text.contains("0 errors, 1 warning, 0 notes · "))
      #expect(text.contains("1 allowed in the source"))
      #expect(text.contains("Info.plist: holds text"))
      #expect(text.hasSuffix("fails: 1 place breaks the policy\n"))
    }
  }
#endif
