#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct SecretsInUserDefaultsTests {
    private func findings(_ sources: [String: String], policy: Policy = RuleExamplesTests.policy) -> [Finding] {
      let files = sources.map { SourceText(path: $0.key, text: $0.value) }
      return Audit().run(SourceTree(files: files), policy: policy).findings
    }

    @Test("A key constant of another file is resolved")
    func constantElsewhere() {
      let use = "UserDefaults.standard.set(x, forKey: Keys.first)"
      #expect(findings(["A.swift": use, "B.swift": #"enum Keys { static let first = "authToken" }"#]).count == 1)
      #expect(findings(["A.swift": use, "B.swift": #"enum Keys { static let first = "volume" }"#]).isEmpty)
    }

    @Test("A UserDefaults property of another file is followed")
    func propertyElsewhere() {
      let property = "class S { let box = UserDefaults.standard }"
      let use = #"extension S { func f(_ t: String) { self.box.set(t, forKey: "jwt") } }"#
      #expect(findings(["A.swift": property, "B.swift": use]).map(\.file) == ["B.swift"])
      #expect(findings(["A.swift": "class S { let box = Keychain() }", "B.swift": use]).isEmpty)
    }

    @Test(
      "A key is judged by whole words",
      arguments: [
        ("password", true), ("user_passwd", true), ("APIKey", true), ("api-key", true), ("userPIN", true),
        ("pinCode", true),
        ("com.example.sleep.refreshToken", true), ("JWT", true), ("cvv", true), ("sessionID", true),
        ("seedPhrase2", true),
        ("pinned", false), ("spin", false), ("shipping", false), ("secretary", false), ("tokenizer", false),
        ("com.secret.diary.volume", false), ("tokenExpiryDate", false), ("passwordLength", false), ("session", false),
        ("keyboard", false), ("sleepGoal", false), ("passwordManagerEnabled", false), ("nextPageToken", false),
      ])
    func words(key: String, isSecret: Bool) {
      #expect(findings(["A.swift": "UserDefaults.standard.set(x, forKey: \"\(key)\")"]).count == (isSecret ? 1 : 0))
    }

    @Test(
      "What is written decides when the key does not tell",
      arguments: [
        ("password", true), ("user.password", true), ("token!", true), ("token ?? \"\"", true), ("String(pin)", true),
        ("key.token.base64EncodedString()", true), ("token.isEmpty", false), ("tokens.count", false),
        ("!password", false),
        ("isPassword", false), ("volume", false), ("3", false), ("Date()", false),
      ])
    func values(value: String, isSecret: Bool) {
      #expect(findings(["A.swift": "UserDefaults.standard.set(\(value), forKey: \"x\")"]).count == (isSecret ? 1 : 0))
    }

    @Test("The message cites the policy's class, and a class that stays on this device makes an error")
    func policyDrives() throws {
      let source = ["A.swift": #"UserDefaults.standard.set("hunter2", forKey: "password")"#]
      let strict = try #require(findings(source).first)
      #expect(strict.severity == .error)
      #expect(strict.message.contains("afterFirstUnlockThisDeviceOnly"))
      #expect(!strict.message.contains("hunter2"))
      var policy = RuleExamplesTests.policy
      policy.storage.accessibility = .insecureMigratingWhenUnlocked
      let mild = try #require(findings(source, policy: policy).first)
      #expect(mild.severity == .warning)
      #expect(
        mild.message.contains("class insecureMigratingWhenUnlocked;")
          || mild.message.contains("class insecureMigratingWhenUnlocked."))
    }

    @Test("The column counts scalars, not bytes")
    func column() {
      #expect(findings(["A.swift": #"let ä = 1; UserDefaults.standard.set(x, forKey: "jwt")"#]).map(\.column) == [12])
    }
  }
#endif
