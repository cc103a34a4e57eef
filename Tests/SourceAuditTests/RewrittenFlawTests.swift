#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// The same flaw, written in other ways: each is still found by its rule.
  @Suite struct RewrittenFlawTests {
    private func rules(_ text: String) -> [String] {
      Audit().run(
        SourceTree(files: [SourceText(path: "MastgTest.swift", text: text)]), policy: RuleExamplesTests.policy
      ).findings.filter { $0.severity > .note }.map(\.rule)
    }

    @Test(
      "A secret in UserDefaults",
      arguments: [
        "let box = UserDefaults(suiteName: \"g\") ?? .standard\nfunc f(_ token: String) { box.set(token, forKey: \"k\") }",
        "class A { lazy var d: UserDefaults = { UserDefaults.standard }()\nfunc f(_ token: String) { d.set(token, forKey: \"k\") } }",
        "func f(_ token: String) { [(1, token)].forEach { _, v in UserDefaults.standard.set(v, forKey: \"k\") } }",
        "func with(_ d: UserDefaults, _ b: (UserDefaults) -> Void) { b(d) }\nfunc f(_ token: String) { with(.standard) { d in d.set(token, forKey: \"token\") }\n UserDefaults\n  .standard\n  .set(\n   token,\n   forKey: \"k\") }",
        "typealias Store = UserDefaults\nfunc f(_ token: String) { Store.standard.setValue(token, forKey: \"k\") }",
        "func key() -> String { \"auth\" + \"Token\" }\nUserDefaults.standard.set(x, forKey: key())",
      ])
    func userDefaults(text: String) { #expect(rules(text) == ["secrets-in-user-defaults"]) }

    @Test(
      "A short RSA key",
      arguments: [
        "let n = 1024\nlet q: [String: Any] = [kSecAttrKeySizeInBits as String: n]",
        "var q = [CFString: Any]()\nfunc f(_ bits: Int) { q[kSecAttrKeySizeInBits] = bits }\nf(512 * 2)",
        "let q = NSMutableDictionary()\nq.setValue(NSNumber(value: 1024), forKey: kSecAttrKeySizeInBits as String)",
      ])
    func shortKey(text: String) { #expect(rules(text) == ["short-key"]) }

    @Test(
      "A logged secret",
      arguments: [
        "func f(_ password: String) { let m = \"p: \\(password)\"\n debugPrint(m) }",
        "func f(_ password: String) { os_log(\"p %{public}@\", password) }",
        "func f(_ password: String) { Logger().info(\"p \\(password, privacy: .public)\") }",
        "struct U { let pin: String }\nfunc f(_ u: U) { print(\"u\", u.pin) }",
        "let password = \"hunter2\"\nprint(\"password: \\(password)\")",
      ])
    func logged(text: String) { #expect(rules(text) == ["secrets-in-logs"]) }

    @Test(
      "A broken digest or cipher",
      arguments: [
        ("func f(_ d: Data) { d.withUnsafeBytes { b in\n _ = CC_MD5(b.baseAddress, 3, &o) } }", "weak-hash"),
        ("let h = CryptoKit.Insecure.SHA1.hash(data: d)", "weak-hash"),
        (
          "k.withUnsafeBytes { b in CCCrypt(op, CCAlgorithm(\n kCCAlgorithm3DES), o, b.baseAddress, 24, nil, d, n, o, m, &x) }",
          "weak-cipher"
        ),
        (
          "let b: [UInt8] = [1, 2, 3]\nlet k = try P256.Signing.PrivateKey(rawRepresentation: Data(b))", "hardcoded-key"
        ),
      ])
    func cryptography(text: String, rule: String) { #expect(rules(text) == [rule]) }

    @Test("Sample data in a local, the UTF-8 of a text and an error's value are no findings")
    func quiet() {
      let text = """
        func mastgTest(completion: (String) -> Void) {
          let token = "8767086b9f6f976g-a8df76"
          let data = token.data(using: .utf8)!
          var error: Unmanaged<CFError>?
          let key = SecKeyCopyExternalRepresentation(k, &error)! as Data
          completion("Retrieved token: \\(token) \\(data) \\(key)")
        }
        """
      #expect(rules(text).isEmpty)
    }

    @Test("Looking for a passcode and for signs of a jailbreak is reported as a control")
    func controls() {
      let text = """
        let paths = ["/Applications/Cydia.app", "/bin/bash"]
        func isJailbroken() -> Bool { paths.contains { FileManager.default.fileExists(atPath: $0) } }
        func hasPasscode() -> Bool { LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) }
        """
      let report = Audit().run(
        SourceTree(files: [SourceText(path: "A.swift", text: text)]), policy: RuleExamplesTests.policy)
      #expect(report.findings.isEmpty)
      #expect(Set(report.controls.map(\.rule)) == ["jailbreak-detection", "device-passcode"])
    }
  }
#endif
