#if Audit
  import SourceAudit
  import Testing

  /// What the audit credits of specifications for keys of the Android Keystore.
  @Suite struct KeystoreSpecsTests {
    private static let spec = """
      import android.security.keystore.KeyGenParameterSpec
      fun spec(alias: String): KeyGenParameterSpec =
        KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT).apply {
          setUserAuthenticationRequired(true)
        }.build()

      """

    private func credited(_ code: String) -> [String] {
      Audit().run(
        SourceTree(files: [SourceText(path: "Keys.kt", text: code)]), policy: RuleExamplesTests.policy
      ).controls.filter { $0.control == "a key of the keystore asks for its user" }.map { "\($0.file):\($0.line)" }
    }

    @Test("A specification that asks for the user counts where a generator takes it, and nowhere else")
    func taken() {
      #expect(credited(Self.spec + "fun make(g: KeyGenerator) { g.init(spec(\"a\")) }\n") == ["Keys.kt:4"])
      #expect(credited(Self.spec + "fun make(g: KeyGenerator) { g.init(256); spec(\"a\") }\n") == [])
      #expect(credited(Self.spec) == [])
    }
  }
#endif
