#if Audit
  import SourceAudit
  import Testing

  @Suite struct RuleExplanationTests {
    private let names = ["weak-hash", "weak-cipher", "fixed-nonce", "secrets-in-user-defaults"]

    @Test(
      "A mistyped rule leads to the one that was meant",
      arguments: [
        ("weak-hush", "weak-hash"), ("WEAK", nil), ("hash", "weak-hash"), ("fixed-nonse", "fixed-nonce"),
        ("user-defaults", "secrets-in-user-defaults"), ("zzzzzzzzzz", nil), ("", nil),
      ])
    func nearest(word: String, name: String?) {
      #expect(RuleExplanation.nearest(to: word, among: names).first == name)
    }

    @Test("The page shows reason, fix, ids and every example, with arrows at the lines that are found")
    func page() throws {
      let manual = try #require(Audit.manuals.first { $0.id == "weak-hash" })
      let text = RuleExplanation(manual).text
      for part in [manual.reason, manual.fix, "CWE-328"] + (manual.violating + manual.conforming).map(\.title) {
        #expect(text.contains(part))
      }
      #expect(text.contains("→   let d = Insecure.MD5.hash(data: data)"))
      #expect(text.contains("\n    let d = SHA256.hash(data: data)"))
    }
  }
#endif
