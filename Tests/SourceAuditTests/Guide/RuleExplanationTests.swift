#if Audit
  import SourceAudit
  import Testing
  import UntrustedInput

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

    @Test("Every control that is reported has a page under its id, and no rule has that id")
    func controls() {
      let known = ControlManual.all.map(\.id)
      let rules = Audit.manuals.map(\.id)
      #expect(known == known.sorted() && Set(known).count == known.count && Set(known).isDisjoint(with: rules))
      let files = [
        "A.kt": """
        fun client(pin: String) = OkHttpClient.Builder()
          .certificatePinner(CertificatePinner.Builder().add("api.sleep.app", pin).build()).build()
        fun f(k: KeyguardManager) = k.isDeviceSecure && Debug.isDebuggerConnected() && Build.VERSION.SDK_INT > 30
        """,
        "B.swift": """
        func f() -> Bool { FileManager.default.fileExists(atPath: "/Applications/Cydia.app") }
        func g() -> Bool { LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) }
        func h() { show(DCAppAttestService.shared) }
        """,
      ]
      let report = Audit().run(
        SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) }), policy: RuleExamplesTests.policy)
      let found = Set(report.controls.map(\.rule))
      #expect(found.count == 7 && found.isSubset(of: known))
      for control in ControlManual.all {
        for part in [control.id, control.title, control.limits] + control.requirements.map(\.id) {
          #expect(control.text.contains(part) && !part.isEmpty)
        }
        #expect(!control.requirements.isEmpty)
      }
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
