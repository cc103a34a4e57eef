#if Audit
  extension AppleSample {
    static let login: [AppleSample] = [
      AppleSample(
        "biometrics-without-key", "a prompt that decides",
        """
        import LocalAuthentication
        struct Gate {
          static func ask(completion: @escaping (String) -> Void) {
            let context = LAContext()
            var error: NSError?
            guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) else {
              return completion("none")
            }
            context.evaluatePolicy( //!
              .deviceOwnerAuthenticationWithBiometrics,
              localizedReason: "Show your diary"
            ) { success, _ in
              if success { completion("token: opened") }
            }
          }
        }
        """,
        repaired: """
          import LocalAuthentication
          struct Gate {
            func read() -> Data? {
              let query = [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationContext: LAContext(), kSecReturnData: true]
              var item: CFTypeRef?
              return SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess ? item as? Data : nil
            }
          }
          """,
        rewrites: [
          "func f() async throws { if try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: r) { go() } } //!",
          "let ask = LAContext().evaluatePolicy //!\nask(.deviceOwnerAuthenticationWithBiometrics, \"r\") { ok, _ in go(ok) }",
          "class C: LAContext {}\nlet c: C? = C()\nc?.evaluatePolicy(p, localizedReason: \"r\") { ok, _ in go(ok) } //!",
          "func f() async { async let ok = LAContext().evaluatePolicy(p, localizedReason: \"r\") //!\n if (try? await ok) == true { go() } }",
          "func f() async { let ok = await withCheckedContinuation { c in\n  LAContext().evaluatePolicy(p, localizedReason: \"r\") { s, _ in c.resume(returning: s) } } //!\n if ok { go() } }",
        ]),
      AppleSample(
        "biometric-access-control", "any finger",
        """
        import LocalAuthentication
        struct Items {
          static func control() -> SecAccessControl? {
            var error: Unmanaged<CFError>?
            let flags: SecAccessControlCreateFlags = [.biometryAny]
            let level: AnyObject! = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
            if let control = SecAccessControlCreateWithFlags(nil, level, flags, &error) { //!
              return control
            }
            return nil
          }
        }
        """,
        repaired:
          "let c = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)",
        rewrites: [
          "let c = SecAccessControlCreateWithFlags(\n  kCFAllocatorDefault,\n  kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,\n  [.biometryCurrentSet, .or, .devicePasscode], //!\n  nil)",
          "enum F { static let f = SecAccessControlCreateFlags.userPresence }\nlet c = SecAccessControlCreateWithFlags(nil, l, F.f, nil) //!",
          "func make(_ f: SecAccessControlCreateFlags = .biometryAny) { _ = SecAccessControlCreateWithFlags(nil, l, f, nil) } //!\nmake()",
          "var f: SecAccessControlCreateFlags = .privateKeyUsage\nf.insert(.biometryAny)\nlet c = SecAccessControlCreateWithFlags(nil, l, f, nil) //!",
          "typealias Flags = SecAccessControlCreateFlags\nlet f: Flags = Flags.touchIDAny\nlet c = SecAccessControlCreateWithFlags(nil, l, f, nil) //!",
          "let f = secure ? SecAccessControlCreateFlags.biometryCurrentSet : .devicePasscode\nlet c = SecAccessControlCreateWithFlags(nil, l, f, nil) //!",
          "var f = SecAccessControlCreateFlags()\nf.formUnion([.userPresence])\nlet c = SecAccessControlCreateWithFlags(nil, l, f, nil) //!",
          "let k = Keychain(service: \"s\").accessibility(.whenPasscodeSetThisDeviceOnly, authenticationPolicy: [.biometryAny]) //!",
        ]),
      AppleSample(
        "hardcoded-secret", "three literals",
        """
        struct Config {
          static let mapsKey = "AIzaSyDabcdefghijklmnopqrstuvwxyz0123456" //!
          static let clientSecret = "s3cr3t-9f2b-77aa-x81k" //!
          static let endpoint = "https://api.example.com/v1/report"
        }
        """,
        repaired:
          "struct Config { static let endpoint = \"https://api.example.com/v1/report\"; let clientSecret: String }",
        rewrites: [
          "var request = URLRequest(url: u)\nrequest.setValue(\"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123456\", forHTTPHeaderField: \"Authorization\") //!",
          "let headers = [\"X-Api-Key\": \"9f8Ab3kQ7xZ2mN5pL0rT\"] //!",
          "struct S { var apiKey: String { \"9f8Ab3kQ7xZ2mN5pL0rT\" } } //!",
          "enum Keys: String { case clientSecret = \"9f8Ab3kQ7xZ2mN5pL0rT\" } //!",
          "func f(apiKey: String = \"9f8Ab3kQ7xZ2mN5pL0rT\") {} //!",
          "config.password = \"Tr0ub4dor&3xyz\" //!",
        ]),
      AppleSample(
        "secret-field-visible", "a plain field",
        "struct Login: View {\n  @State private var pin = \"\"\n  var body: some View {\n    VStack { TextField(\"PIN\", text: $pin) } //!\n  }\n}",
        repaired:
          "struct Login: View {\n  @State private var pin = \"\"\n  var body: some View { VStack { SecureField(\"PIN\", text: $pin) } }\n}"
      ),
    ]
  }
#endif
