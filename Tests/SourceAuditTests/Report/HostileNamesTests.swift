#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing
  import UntrustedInput

  /// Names of files are chosen by whoever wrote the project: no report hands them on as commands or markup.
  @Suite struct HostileNamesTests {
    static let names = [
      "a\u{1B}[2J\u{1B}]0;title\u{7}.swift", "b\u{202E}tfiws\u{2066}.swift", "c\r\n::error::x.swift",
      "d##[error]x.swift", "[e](javascript:alert(1))`|<b>.swift", "f\"><img src=x onerror=alert(1)>.swift",
      "g\u{9B}31m\u{85}\u{2028}.swift", "h%0A::stop-commands::x.swift",
    ]

    private var tree: SourceTree {
      SourceTree(
        files: Self.names.map { SourceText(path: $0, text: "let d = Insecure.MD5.hash(data: d)\n") },
        incomplete: Self.names.map { AuditIncompleteness(file: "not-read-" + $0, cause: .notUTF8) })
    }
    private var report: AuditReport { Audit().run(tree, policy: RuleExamplesTests.policy) }

    /// Scalars that move a cursor, end a line or turn the direction of the text around.
    private func dangers(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n" && scalar != "\t"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
    }

    @Test("Every report on a terminal or in a log of a build machine is plain text in lines of its own")
    func lines() {
      let report = report
      let terminal = AuditTerminal(width: 100, inColour: false).text(
        report, sources: SourceLines(report, tree.files))
      for text in [AuditText.text(report), terminal, AuditGitHub.text(report)] {
        #expect(dangers(text).isEmpty)
        #expect(!text.contains("##["))
      }
      for text in [AuditText.text(report), terminal] {
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::") })
      }
      // One finding and one file that was not read each, and the verdict.
      #expect(AuditGitHub.text(report).split(separator: "\n").count == 2 * Self.names.count + 1)
      #expect(!AuditGitHub.text(report).contains("%0A::"))
    }

    @Test("A page holds names as text: no element, no attribute and no direction of theirs")
    func page() {
      let page = AuditHTML(report, title: Self.names.joined(), files: tree.files).page
      #expect(dangers(page).isEmpty)
      for markup in ["<img", "|<b>.swift", "onerror=alert(1)>", "href=\"javascript"] {
        #expect(!page.contains(markup), "\(markup)")
      }
    }

    @Test("JSON and SARIF are read back with the names as they are, and hold no control character themselves")
    func data() throws {
      let report = report
      for node in [AuditJSON.node(report), AuditSARIF.node(report, toolVersion: "1", sources: tree.files)] {
        let text = JSONWriter().text(node)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
        #expect(try JSONWriter().text(JSONReader().read(Array(text.utf8))) == text)
      }
      let paths = AuditJSON.node(report)["findings"]?.array?.compactMap { $0["path"]?.string } ?? []
      #expect(Set(paths) == Set(Self.names))
    }
  }
#endif
