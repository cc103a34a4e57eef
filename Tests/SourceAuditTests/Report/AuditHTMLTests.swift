#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditHTMLTests {
    private func page(_ files: [String: String], title: String = "App") -> String {
      let tree = SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) })
      return AuditHTML(Audit().run(tree, policy: RuleExamplesTests.policy), title: title, files: tree.files).page
    }

    @Test("Names and source lines that are markup stay text")
    func hostile() {
      let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
      let page = page(
        [
          "\(evil).swift": "let d = Insecure.MD5.hash(data: \"\(evil.replacing("\"", with: ""))\")",
          "B.swift": "// mantlet:allow weak-hash: \(evil)\nlet d = Insecure.MD5.hash(data: d)",
        ], title: evil)
      #expect(!page.contains("<script>alert"))
      #expect(!page.contains("<img"))
      #expect(page.components("<script>") == 2)
      #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
      #expect(page.contains("allowed: &lt;/script&gt;"))
    }

    @Test("Nothing is loaded from anywhere, and only the page's own script may run")
    func selfContained() {
      let page = page(["A.swift": "let d = Insecure.MD5.hash(data: d)"])
      // An address in the text of a rule is read; one in an attribute would be loaded or followed.
      for word in ["src=", "@import", "url(", "<link", "=\"http", "='http", "=http", "<iframe", "onclick"] {
        #expect(!page.contains(word), "\(word)")
      }
      #expect(page.contains("default-src 'none'"))
      #expect(page.contains("script-src 'sha256-"))
      #expect(!page.contains("script-src 'unsafe-inline'"))
    }

    @Test("Charts carry their numbers as text, and the finding links its rule")
    func charts() {
      let page = page(["A.swift": "let d = Insecure.MD5.hash(data: d)\n", "B.kt": "class A\n\n"])
      #expect(page.contains("aria-label=\"By severity: error 0, warning 1, note 0\""))
      #expect(page.contains("aria-label=\"By MASVS group: MASVS-CRYPTO 1\""))
      #expect(page.contains("aria-label=\"Lines read: Kotlin 2, Swift 1\""))
      #expect(page.contains("href=\"#rule-weak-hash\""))
      #expect(page.contains("id=\"rule-weak-hash\""))
    }

    @Test("A clean project has a page too")
    func clean() { #expect(page(["A.swift": "let a = 1"]).contains("<strong>holds</strong>")) }
  }

  extension String {
    /// How many pieces a mark cuts the text into.
    fileprivate func components(_ mark: String) -> Int {
      split(separator: mark, omittingEmptySubsequences: false).count
    }
  }
#endif
