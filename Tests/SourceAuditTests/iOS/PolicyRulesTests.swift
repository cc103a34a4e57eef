#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Code that says something else than the policy: the finding names the member and both values.
  @Suite struct PolicyRulesTests {
    private static let pin = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
    private static let stranger = "ZmFtaWx5IG9mIGtleXMgdGhhdCBub2JvZHkgbmFtZXM="

    private func policy(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
      var policy = Policy(
        name: "app",
        environments: [
          .prod: EnvironmentRequirement(
            endpoint: "https://api.example.com", pins: [Self.pin, Self.pin], tokenKeys: [], loginKey: "")
        ])
      change(&policy)
      return policy
    }

    private func findings(_ text: String, _ policy: Policy) -> [Finding] {
      Audit().run(SourceTree(files: [SourceText(path: "Sources/App.swift", text: text)]), policy: policy).findings
    }

    @Test(
      "A contradiction is a warning that names the policy's member and both values",
      arguments: [
        ("timeout-against-policy", "c.timeoutIntervalForRequest = 45", "network.requestTimeout", "45", "30"),
        ("timeout-against-policy", "c.timeoutIntervalForResource = 5 * 60", "network.resourceTimeout", "300", "60"),
        ("log-level-against-policy", "log.logLevel = .info", "logging.release", "info", "error"),
        ("pin-length-against-policy", "let pinLength = 3", "session.pin.minimumDigits", "3", "4"),
        ("idle-against-policy", "let idleTimeout = 8 * 60 * 60", "session.inactivity", "28800", "14400"),
        ("idle-against-policy", "let backgroundLockDelay = Duration.minutes(10)", "session.background", "600", "300"),
        (
          "keychain-accessibility", "q[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked", "policy",
          "", "afterFirstUnlockThisDeviceOnly"
        ),
      ])
    func contradictions(rule: String, text: String, member: String, written: String, required: String) throws {
      let found = try #require(findings(text, policy()).first { $0.rule == rule })
      #expect(found.severity == .warning)
      for part in [member, written, required] where !part.isEmpty { #expect(found.message.contains(part)) }
    }

    @Test("The same code under a policy that says the same is in order")
    func agreement() {
      let text = "c.timeoutIntervalForRequest = 45\nlog.logLevel = .info\nlet pinLength = 3\nlet idleTimeout = 3600 * 8"
      let loose = policy {
        $0.network.requestTimeout = .seconds(45)
        $0.logging.release = .info
        $0.session.pin.minimumDigits = 3
        $0.session.inactivity = .seconds(8 * 3600)
      }
      #expect(findings(text, loose).filter { $0.rule.contains("policy") }.isEmpty)
    }

    @Test("Without a policy of the app's own a difference from the defaults is a note")
    func defaults() {
      let found = findings("c.timeoutIntervalForRequest = 45", RuleExamplesTests.policy)
      #expect(found.map(\.severity) == [.note])
    }

    @Test("A class that stays on the device but is looser than the policy's is named")
    func looser() throws {
      let strict = policy { $0.storage.accessibility = .whenPasscodeSetThisDeviceOnly }
      let text = "q[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
      let found = try #require(findings(text, strict).first)
      #expect(found.rule == "keychain-accessibility")
      #expect(found.message.contains("whenPasscodeSetThisDeviceOnly"))
      #expect(findings(text, policy()).isEmpty)
    }

    @Test("A pin that no environment names is found, a pin of the policy is not")
    func pins() {
      #expect(findings("let pins = [\"\(Self.stranger)\"]", policy()).map(\.rule) == ["pins-against-policy-in-code"])
      #expect(findings("let pins = [\"sha256/\(Self.pin)\"]", policy()).isEmpty)
    }

    @Test("An app that talks to servers and pins nothing is told so once, when the policy names pins as a warning")
    func missingPins() {
      let text = "let a = URLSession.shared.dataTask(with: r)\nlet b = URLSession.shared.dataTask(with: r)"
      let found = findings(text, policy())
      #expect(found.map(\.rule) == ["missing-pinning"])
      #expect(found.map(\.severity) == [.warning])
      #expect(findings(text + "\nlet k = SecTrustCopyKey(t)", policy()).isEmpty)
    }
  }
#endif
