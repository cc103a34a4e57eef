#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// The same flaw, written in other ways: each is still found by its rule.
  @Suite struct RewrittenFlawTests {
    private func rules(_ text: String) -> [String] {
      Audit().run(
        SourceTree(files: [SourceText(path: "Sources/App.swift", text: text)]), policy: RuleExamplesTests.policy
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
        "extension UserDefaults { var sessionToken: String? { get { nil }\n set { set(newValue, forKey: #function) } } }",
        "struct S: Codable { var user: String; var accessToken: String }\nfunc f(_ s: S) { let d = try? JSONEncoder().encode(s)\n UserDefaults.standard.set(d, forKey: \"last\") }",
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
        "func trace(_ t: @autoclosure () -> String) { debugPrint(t()) }\nfunc f(pin: String) { trace(\"e \" + pin) }",
        "func trace(_ line: () -> String) { print(line()) }\nfunc f(_ recoveryKey: String) { trace { recoveryKey } }",
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
        (
          "extension Data { static let blob: Data = { var d = Data(); d.append(contentsOf: [1, 2, 3]); return d }() }\n"
            + "let k = SecKeyCreateWithData(.blob as CFData, a as CFDictionary, nil)", "hardcoded-key"
        ),
        (
          "func e(_ k: [UInt8], _ d: [UInt8]) {\n let iv = [UInt8](repeating: 0, count: kCCBlockSizeAES128)\n"
            + "CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), 0, k, 16, iv, d, n, &o, m, &x) }", "fixed-nonce"
        ),
      ])
    func cryptography(text: String, rule: String) { #expect(rules(text) == [rule]) }

    @Test(
      "Connections and pages",
      arguments: [
        ("let v = tls_protocol_version_t.TLSv10\nc.tlsMinimumSupportedProtocolVersion = v", "cleartext-transport"),
        (
          "enum TLS { static let floor: tls_protocol_version_t = .TLSv11 }\n"
            + "sec_protocol_options_set_min_tls_protocol_version(o, TLS.floor)", "cleartext-transport"
        ),
        (
          "struct R: View { var body: some View { T().onOpenURL(perform: show) }\nfunc show(_ l: URL) {\n"
            + "if let u = URL(string: l.query ?? \"\") { web.load(.init(url: u)) } } }", "untrusted-page"
        ),
        (
          "class D: NSObject { func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler: H) {\n"
            + "completionHandler(.useCredential, c.protectionSpace.serverTrust.flatMap(URLCredential.init(trust:))) } }",
          "trusts-every-server"
        ),
        (
          "struct SessionID { let value = (0..<8).map { _ in String(rand() % 16, radix: 16) }.joined() }",
          "insecure-random"
        ),
      ])
    func network(text: String, rule: String) { #expect(rules(text) == [rule]) }

    @Test("A digest of a public key, and one that a certificate chooses, are notes")
    func protocols() {
      #expect(rules("let id = Insecure.SHA1.hash(data: certificate.publicKey.rawRepresentation)").isEmpty)
      let choice = """
        func digest(_ d: Data, _ a: Algorithm) -> [UInt8] {
          switch a {
          case .old: return Array(Insecure.SHA1.hash(data: d))
          case .new: return Array(SHA256.hash(data: d))
          }
        }
        """
      #expect(rules(choice).isEmpty)
      #expect(rules("func f(_ d: Data) { a(Insecure.SHA1.hash(data: d)); b(SHA256.hash(data: d)) }") == ["weak-hash"])
    }

    @Test("What only a test hands over is no flaw of the app")
    func tests() {
      let app = SourceText(
        path: "Sources/A.swift", text: "func open(_ text: String) { use(URL(string: text)) }\n")
      let test = SourceText(
        path: "Tests/ATests/A.swift", text: "import XCTest\nfunc t() { open(\"http://server.internal.corp/a\") }\n")
      let report = Audit().run(SourceTree(files: [app, test]), policy: RuleExamplesTests.policy)
      #expect(report.findings.filter { $0.severity > .note }.isEmpty)
    }

    @Test("Sample data in a local, the UTF-8 of a text and an error's value are no findings")
    func quiet() {
      let text = """
        func preview(show: (String) -> Void) {
          let token = "4c1f09aa72be63d58e"
          let bytes = token.data(using: .utf8)!
          var failure: Unmanaged<CFError>?
          let exported = SecKeyCopyExternalRepresentation(signingKey, &failure)! as Data
          show("preview of \\(token): \\(bytes.count), \\(exported.count)")
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
