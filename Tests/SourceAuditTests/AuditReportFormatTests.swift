#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing
  import UntrustedInput

  @Suite struct AuditReportFormatTests {
    private let report = Audit().run(
      SourceTree(
        files: [SourceText(path: "My App/a:b.swift", text: "\n  UserDefaults.standard.set(x, forKey: \"jwt\")")],
        incomplete: [AuditIncompleteness(file: "B\n.swift", cause: .notUTF8)]),
      policy: RuleExamplesTests.policy)

    @Test("The text has one clickable line per finding, and a file name cannot forge a line")
    func text() {
      let lines = AuditText.text(report).split(separator: "\n")
      #expect(lines.count == 3)
      #expect(
        lines[0].hasPrefix("My App/a:b.swift:2:3: error: A secret is written to UserDefaults under the key 'jwt'"))
      #expect(lines[0].hasSuffix("[secrets-in-user-defaults]"))
      #expect(lines[1] == "B\\u{a}.swift: not judged: is not UTF-8")
      #expect(lines[2].hasPrefix("fails: "))
    }

    @Test("What there is one of is one, and what there is none of or more is many")
    func counts() {
      let one = Audit().run(
        SourceTree(files: [SourceText(path: "ATests/A.swift", text: "import XCTest\n")]),
        policy: RuleExamplesTests.policy)
      #expect(AuditText.text(one).contains(" (1 file, "))
      #expect(AuditText.text(one).contains(", 1 test file scored as a note"))
      let none = Audit().run(SourceTree(files: []), policy: RuleExamplesTests.policy)
      #expect(AuditText.text(none).contains(" (0 files, "))
      let unread = [AuditIncompleteness(file: "B.swift", cause: .notUTF8)]
      let partly = AuditReport(rules: [], findings: [], incomplete: unread, skippedFolders: [], filesRead: 1)
      #expect(partly.verdict == .undetermined("1 file or folder was not judged"))
    }

    @Test("A folder that is missing is said to be, one that is closed is not", arguments: [2, 20, 13] as [Int32])
    func folders(code: Int32) {
      let text = "\(SourceAuditError.unreadableFolder(errno: code))"
      #expect(text.contains("does not exist") == (code != 13))
      #expect(text.contains("errno 13") == (code == 13))
    }

    @Test("The JSON holds verdict, findings and what was not judged")
    func json() throws {
      let node = try JSONReader().read(JSONWriter().bytes(AuditJSON.node(report)))
      #expect(node["verdict"]?["word"]?.string == "fails")
      let finding = try #require(node["findings"]?.array?.first)
      #expect(finding["path"]?.string == "My App/a:b.swift")
      #expect(finding["line"]?.integer == 2)
      #expect(finding["confidence"]?.string == "medium")
      #expect(finding["masvs"]?.array?.compactMap(\.string) == ["MASVS-STORAGE-1"])
      #expect(finding["maswe"]?.array?.compactMap(\.string) == ["MASWE-0006"])
      #expect(finding["cwe"]?.array?.compactMap(\.string) == ["CWE-312", "CWE-922"])
      #expect(finding["fingerprint"]?.string?.utf8.count == 16)
      #expect(finding["requirements"]?.array?.compactMap(\.string).contains("O.Data_2") == true)
      #expect(node["skipped"]?.array?.count == 1)
    }

    @Test("The SARIF has version, rule, place and level where the standard wants them")
    func sarif() throws {
      let bytes = JSONWriter(indentation: 2).bytes(AuditSARIF.node(report, toolVersion: "1.0.0"))
      let node = try JSONReader().read(bytes)
      #expect(node["version"]?.string == "2.1.0")
      let run = try #require(node["runs"]?.array?.first)
      let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
      let result = try #require(run["results"]?.array?.first)
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[Int(index)]["id"]?.string == result["ruleId"]?.string)
      #expect(result["level"]?.string == "error")
      let place = try #require(result["locations"]?.array?.first?["physicalLocation"])
      #expect(place["artifactLocation"]?["uri"]?.string == "My%20App/a%3Ab.swift")
      #expect(place["region"]?["startLine"]?.integer == 2)
      #expect(place["region"]?["startColumn"]?.integer == 3)
      #expect(run["columnKind"]?.string == "unicodeCodePoints")
    }

    @Test("A SARIF reader can tell that the audit was not complete")
    func sarifIncomplete() throws {
      let run = try #require(AuditSARIF.node(report, toolVersion: "1")["runs"]?.array?.first)
      let invocation = try #require(run["invocations"]?.array?.first)
      #expect(invocation["executionSuccessful"]?.bool == false)
      #expect(invocation["toolExecutionNotifications"]?.array?.count == 1)
    }
  }
#endif
