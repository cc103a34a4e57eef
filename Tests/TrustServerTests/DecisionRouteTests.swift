#if Server
  import AttestationSamples
  import AttestationVerification
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Every decision code through the route: from what a report claims, and from what hardware proves.
  @Suite struct DecisionRouteTests {
    struct Way: Sendable, CustomTestStringConvertible {
      let code: DecisionCode
      let rules: @Sendable (inout DeviceRules) -> Void
      let report: @Sendable (inout SecurityReport) -> Void
      let key: @Sendable (inout TestAndroidKey) -> Void
      var testDescription: String { "\(code)" }

      init(
        _ code: DecisionCode, _ rules: @escaping @Sendable (inout DeviceRules) -> Void = { _ in },
        report: @escaping @Sendable (inout SecurityReport) -> Void = { _ in },
        key: @escaping @Sendable (inout TestAndroidKey) -> Void = { _ in }
      ) {
        (self.code, self.rules, self.report, self.key) = (code, rules, report, key)
      }
    }

    static func system(_ version: String, _ patch: String?) -> @Sendable (inout SecurityReport) -> Void {
      { $0.system = OperatingSystem(platform: .android, name: "Android", version: version, patchLevel: patch) }
    }

    /// What a device claims against itself.
    static let claimed: [Way] = [
      Way(.osRejected, { $0.rejected = true }),
      Way(.versionBlacklisted, { $0.blacklistedVersions = [DottedVersion("16")].compactMap(\.self) }),
      Way(.osVersionTooLow, { $0.minimumVersion = DottedVersion("17") }),
      Way(.osVersionTooHigh, { $0.maximumVersion = DottedVersion("15") }),
      Way(.osPatchTooLow, { $0.minimumPatch = DottedVersion("2026-06-01") }),
      Way(.osPatchTooHigh, { $0.maximumPatch = DottedVersion("2026-04-01") }),
      Way(.rejectedBecauseRooted, report: { $0.isRooted = .yes }),
      Way(.rejectedBecauseHooked, report: { $0.isDebugged = .yes }),
      Way(.patchVersionBlacklisted, { $0.blacklistedPatches = [DottedVersion("2026-05-05")].compactMap(\.self) }),
      Way(.unknown, report: { $0.isRooted = .undetermined }),
    ]

    /// What hardware proves against a device that claims to be in order. `unknown` is the code of what was not proved: a
    /// proof that is refused; nothing that hardware states reads as unknown, since a version or patch level that cannot
    /// be read does not pass the verification.
    static let proved: [Way] = [
      Way(.osRejected, { $0.rejected = true }),
      Way(
        .versionBlacklisted, { $0.blacklistedVersions = [DottedVersion("15.0.0")].compactMap(\.self) },
        key: { $0.osVersion = 150_000 }),
      Way(.osVersionTooLow, { $0.minimumVersion = DottedVersion("16") }, key: { $0.osVersion = 150_000 }),
      Way(.osVersionTooHigh, { $0.maximumVersion = DottedVersion("16.5") }, key: { $0.osVersion = 170_000 }),
      Way(.osPatchTooLow, { $0.minimumPatch = DottedVersion("2026-05-01") }, key: { $0.patch = 202_604 }),
      Way(
        .osPatchTooLow, { $0.minimumVendorPatch = DottedVersion("2026-05-01") }, key: { $0.vendorPatch = 20_260_405 }),
      Way(.osPatchTooHigh, { $0.maximumPatch = DottedVersion("2026-05-31") }, key: { $0.patch = 202_606 }),
      Way(.rejectedBecauseRooted, key: { $0.bootState = 2 }),
      Way(.rejectedBecauseRooted, key: { $0.locked = 0 }),
      Way(.rejectedBecauseHooked, key: { $0.signer = [UInt8](repeating: 6, count: 32) }),
      Way(.rejectedBecauseHooked, key: { $0.app = "dev.copy" }),
      Way(
        .patchVersionBlacklisted, { $0.blacklistedPatches = [DottedVersion("2026-04-05")].compactMap(\.self) },
        key: { $0.patch = 202_604 }),
      Way(.unknown, key: { $0.level = 0 }),
    ]

    @Test("Each code is reached by a report", arguments: claimed)
    func claims(way: Way) async throws {
      let phone = try await HardwareStage {
        $0.server.unattested.admitted = true
        way.rules(&$0.server.devices[.android, default: DeviceRules()])
      }
      let answer = try await phone.send(
        .unsupported, platform: .android, version: "16", patch: "2026-05-05", way.report
      ) {
        _, _ in nil
      }
      #expect(said(answer).codes == [way.code])
    }

    @Test("Each code is reached by an attested fact that the report contradicts", arguments: proved)
    func attested(way: Way) async throws {
      let phone = try await HardwareStage { way.rules(&$0.server.devices[.android, default: DeviceRules()]) }
      let answer = try await phone.keyed(way.key, report: Self.system("16", "2026-05-05"))
      guard way.code != .unknown else {
        #expect(reason(answer) == .unattestedRefused && phone.doubts == [.attestationRefused])
        return
      }
      #expect(said(answer).codes == [way.code] && reason(answer) == .deviceRefused)
      #expect(phone.doubts.isEmpty)
    }

    @Test("Both tables hold every code")
    func complete() {
      #expect(Set(Self.claimed.map(\.code)) == Set(DecisionCode.allCases))
      #expect(Set(Self.proved.map(\.code)) == Set(DecisionCode.allCases))
    }

    @Test("A release build attests; one that says it cannot gets the reduced tier where the policy admits it")
    func release() async throws {
      for admitted in [true, false] {
        let phone = try await HardwareStage { $0.server.unattested.admitted = admitted }
        func send(_ claim: AttestationClaim?) async throws -> TrustAnswer {
          try await phone.send(claim, platform: .android, version: "16") {
            $0.profile = .release
          } _: { _, _ in
            nil
          }
        }
        #expect(reason(try await send(nil)) == .unattestedRefused)
        #expect(tier(try await send(.unsupported)) == (admitted ? .unattested : nil))
      }
    }

    @Test("A refused proof, a doubt, none and an accepted one are four outcomes of the decision")
    func outcomes() {
      let report = DecisionEngineTests.report { $0.attestation = .androidKey }
      let policy = DecisionEngineTests.policy()
      func decide(_ evidence: AttestationOutcome?) -> Decision {
        DecisionEngine.decide(report, evidence: evidence, policy: policy, now: DecisionEngineTests.now)
      }
      #expect(decide(.accepted(DecisionEngineTests.attested())).tier == .attested)
      let refused = decide(.refused(.deviceKey, "no"))
      #expect(refused.tier == nil && refused.reasons.map(\.cause) == [.attestationRefused])
      let doubt = decide(.undetermined(.verifying(.revocation), "old"))
      #expect(doubt.tier == nil && doubt.reasons.map(\.cause) == [.attestationUndetermined])
      #expect(doubt.verdict == .undetermined("the evidence could not be judged at revoked: old"))
      #expect(decide(nil).reasons.map(\.cause) == [.attestationRefused])
      let other = decide(.refused(.verifying(.appID), "no"))
      #expect(other.reasons.map(\.cause) == [.appUnknown, .attestationRefused])
      #expect(other.reasons.map(\.basis) == [.attested, .claimed])
    }
  }
#endif
