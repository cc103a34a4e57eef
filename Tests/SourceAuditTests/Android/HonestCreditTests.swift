#if Audit
  import SourceAudit
  import Testing
  import UntrustedInput

  /// What is switched off again, or stands beside an open door, is no control; what is there is named for what it does.
  @Suite struct HonestCreditTests {
    private func run(_ files: [String: String]) -> AuditReport {
      Audit().run(
        SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) }), policy: RuleExamplesTests.policy)
    }

    /// Rules of the findings of weight.
    private func flaws(_ report: AuditReport) -> [String] {
      report.findings.filter { $0.severity > .note }.map(\.rule)
    }

    private static let flag = "WindowManager.LayoutParams.FLAG_SECURE"

    @Test("A flag that the same function takes away again keeps no screen out of recordings")
    func clearedFlag() {
      let set = "window.addFlags(\(Self.flag))"
      for clear in ["window.clearFlags(\(Self.flag))", "window.setFlags(0, \(Self.flag))"] {
        let report = run(["A.kt": "class A : Activity() { fun f() {\n\(set)\n\(clear)\n} }"])
        #expect(report.controls.isEmpty && flaws(report) == ["screen-capture-allowed"])
      }
      #expect(
        run(["A.kt": "class A : Activity() { fun f() { \(set) } }"]).controls.map(\.rule) == ["screen-capture-allowed"])
    }

    @Test("A web view with one open setting is not credited for a closed one")
    func openWebView() {
      let closed = "v.settings.allowFileAccess = false"
      for open in ["allowContentAccess", "allowUniversalAccessFromFileURLs"] {
        let report = run(["A.kt": "fun f(v: WebView) {\n\(closed)\nv.settings.\(open) = true\n}"])
        #expect(report.controls.isEmpty && flaws(report) == ["webview-local-files"])
      }
      let other = "fun g(v: WebView) { v.settings.allowContentAccess = true }"
      let both = run(["A.kt": "fun f(v: WebView) { \(closed) }\n\(other)"])
      #expect(both.controls.map(\.rule) == ["webview-local-files"])
    }

    @Test("A transfer that leaves out every domain takes nothing along, and one that leaves out fewer may")
    func transfers() {
      func claim(_ excludes: [String]) -> [String] {
        let rules = excludes.map { "<exclude domain=\"\($0)\" />" }.joined()
        return run([
          "app/src/main/AndroidManifest.xml": """
          <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application android:allowBackup="false" android:dataExtractionRules="@xml/rules" />
          </manifest>
          """,
          "app/src/main/res/xml/rules.xml": """
          <data-extraction-rules><device-transfer>\(rules)</device-transfer></data-extraction-rules>
          """,
        ]).controls.filter { $0.rule == "secrets-in-backup" }.map(\.control)
      }
      let all = ["root", "file", "database", "sharedpref", "external"]
      #expect(claim(all) == ["nothing is backed up"])
      let fewer = claim(Array(all.dropLast()))
      #expect(fewer == ["nothing is backed up; a transfer to another device may still take it along"])
    }

    @Test("Sealed boxes of CryptoKit and secure fields are credited, as on Android")
    func apple() {
      for seal in ["AES.GCM.seal(d, using: k)", "ChaChaPoly.seal(d, using: k)"] {
        #expect(run(["A.swift": "func f() throws -> Box { try \(seal) }"]).controls.map(\.rule) == ["weak-cipher"])
      }
      #expect(run(["A.swift": "func f() throws { _ = try AES.GCM.seal(d, using: k) }"]).controls.isEmpty)
      #expect(run(["A.swift": "func f() throws -> Box { try letter.seal(d) }"]).controls.isEmpty)
      let field = "struct V: View { var body: some View { SecureField(\"Password\", text: $password) } }\n"
      #expect(run(["A.swift": field]).controls.map(\.rule) == ["secret-field-visible"])
      #expect(run(["A.swift": field + "struct SecureField { }"]).controls.isEmpty)
    }

    @Test("A biometric prompt is credited for its key only where somebody uses it")
    func promptKey() {
      func rules(_ answer: String) -> [String] {
        let report = run([
          "A.kt": """
          fun ask(a: FragmentActivity, c: Cipher, i: BiometricPrompt.PromptInfo, open: () -> Unit) {
            BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
              override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) { \(answer) }
            }).authenticate(i, BiometricPrompt.CryptoObject(c))
          }
          fun home() { screen.show() }
          """
        ])
        return flaws(report).map { "flaw " + $0 } + report.controls.map(\.rule)
      }
      #expect(rules("home()") == ["flaw biometric-without-key"])
      #expect(rules("Log.d(\"app\", result); home()") == ["flaw biometric-without-key"])
      // Nobody in the project says what the closure or whoever waits does with the key.
      for answer in ["open()", "open.invoke()", "cont.resume(Unit)", "listener.onDone()", "handler.post(open)"] {
        #expect(rules(answer).isEmpty)
      }
      for answer in ["show(result.cryptoObject)", "finish(result)", "show(c.doFinal(box))"] {
        #expect(rules(answer) == ["biometric-without-key"])
      }
    }
  }
#endif
