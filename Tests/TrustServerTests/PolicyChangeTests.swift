#if Server
  import AttestationSamples
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// A policy that changes under an open session: the next refresh is judged by it, and by what was proved before.
  @Suite struct PolicyChangeTests {
    struct Rule: Sendable, CustomTestStringConvertible {
      enum Evidence { case apple, android, play }
      let testDescription: String
      let code: DecisionCode
      let cause: DecisionReason.Cause
      let evidence: Evidence
      let platform: Platform
      /// What the device is admitted under, and what is asked later.
      let before: @Sendable (inout DeviceRules) -> Void
      let after: @Sendable (inout DeviceRules) -> Void
      let key: @Sendable (inout TestAndroidKey) -> Void
      let token: @Sendable (inout TestPlayToken) -> Void

      init(
        _ evidence: Evidence, _ cause: DecisionReason.Cause, _ code: DecisionCode,
        before: @escaping @Sendable (inout DeviceRules) -> Void = { _ in },
        after: @escaping @Sendable (inout DeviceRules) -> Void,
        key: @escaping @Sendable (inout TestAndroidKey) -> Void = { _ in },
        token: @escaping @Sendable (inout TestPlayToken) -> Void = { _ in }
      ) {
        testDescription = "\(cause)"
        platform = evidence == .apple ? .ios : .android
        (self.evidence, self.cause, self.code, self.before, self.after, self.key, self.token) =
          (evidence, cause, code, before, after, key, token)
      }
    }

    static let rules = [
      Rule(
        .android, .bootLoaderUnlocked, .rejectedBecauseRooted, before: { $0.whenBootUnverified = .allow },
        after: { $0.whenBootUnverified = .reject }, key: { $0.locked = 0 }),
      Rule(
        .android, .bootUnverified, .rejectedBecauseRooted, before: { $0.whenBootUnverified = .allow },
        after: { $0.whenBootUnverified = .reject }, key: { $0.bootState = 1 }),
      Rule(
        .android, .vendorPatchTooLow, .osPatchTooLow, after: { $0.minimumVendorPatch = DottedVersion("2026-05-01") },
        key: { $0.vendorPatch = 20_260_405 }),
      Rule(
        .android, .bootPatchTooLow, .osPatchTooLow, after: { $0.minimumBootPatch = DottedVersion("2026-05-01") },
        key: { $0.bootPatch = 20_260_405 }),
      Rule(.android, .appUnknown, .rejectedBecauseHooked, after: { $0.origin.apps = ["dev.other"] }),
      Rule(
        .android, .signerUnknown, .rejectedBecauseHooked,
        after: { $0.origin.signingDigests = [String(repeating: "06", count: 32)] }),
      Rule(.apple, .teamUnknown, .rejectedBecauseHooked, after: { $0.origin.teamIDs = ["ZZZZZ12345"] }),
      Rule(.apple, .categoryMissing, .rejectedBecauseHooked, after: { $0.origin.requiresCategory = true }),
      Rule(
        .play, .deviceUnsound, .rejectedBecauseRooted,
        before: { ($0.whenRooted, $0.origin.signingDigests) = (.allow, []) },
        after: { ($0.whenRooted, $0.origin.signingDigests) = (.reject, []) }, token: { $0.verdicts = [] }),
    ]

    private func admitted(_ phone: HardwareStage, _ rule: Rule) async throws -> TokenResponse {
      let answer =
        switch rule.evidence {
        case .apple: try await phone.attest()
        case .android: try await phone.keyed(rule.key)
        case .play: try await phone.played(rule.token)
        }
      return try TokenResponse(reading: answer.body)
    }

    @Test(
      "What was proved is judged by a changed rule at the next refresh, and the session lives when it changes back",
      arguments: StoreKind.allCases, rules)
    func changed(kind: StoreKind, rule: Rule) async throws {
      let phone = try await HardwareStage(
        { rule.before(&$0.server.devices[rule.platform, default: DeviceRules()]) }, store: try kind.make())
      let token = try await admitted(phone, rule)
      #expect(token.tier == .attested)
      let strict = HardwareStage.policy { rule.after(&$0.server.devices[rule.platform, default: DeviceRules()]) }
      let later = try await phone.stage.restarted(policy: strict)
      for _ in 0..<2 {
        let answer = try await later.refresh(token.refreshToken)
        #expect(reason(answer) == .deviceRefused && said(answer).codes.first == rule.code)
      }
      let device = phone.stage.device.thumbprint
      let row = try #require(
        try await phone.stage.store.reading { rows throws(StoreError) in try rows.device(thumbprint: device) })
      let decision = DecisionEngine.decide(again: row, environment: .dev, policy: strict.server)
      let found = try #require(decision.reasons.first { $0.cause == rule.cause && $0.basis == .attested })
      #expect(found.code == rule.code)
      #expect(await later.check(token) == nil)
      let next = try await phone.stage.renewed(token.refreshToken)
      // Nor is it forgotten by having been found good in between.
      #expect(said(try await later.refresh(next.refreshToken)).codes.first == rule.code)
      #expect(try await phone.stage.refresh(next.refreshToken).status == 200)
    }

    @Test(
      "A device that was admitted without evidence is refused once the policy wants some", arguments: StoreKind.allCases
    )
    func required(kind: StoreKind) async throws {
      func policy(_ rule: AttestationRule) -> Policy {
        var policy = Stage.policy()
        policy.server.devices[.linux]?.attestation = rule
        return policy
      }
      func enrol(_ stage: Stage, _ claim: AttestationClaim?, _ profile: BuildProfile) async throws -> TokenResponse {
        let answer = try await stage.enrol {
          $0.attestation = claim
          $0.profile = profile
        }
        return try TokenResponse(reading: answer.body)
      }
      let store = try kind.make()
      for (claim, profile, isRefused) in [
        (AttestationClaim?.none, BuildProfile.release, true), (.unsupported, .release, false), (nil, .debug, false),
      ] {
        let stage = try await Stage(policy: policy(.optional), store: store)
        let app = try await enrol(stage, claim, profile)
        let later = try await stage.restarted(policy: policy(.required))
        let answer = try await later.refresh(app.refreshToken)
        #expect(reason(answer) == (isRefused ? .unattestedRefused : nil))
        #expect(await later.check(app) == nil)
        if isRefused { #expect(try await stage.refresh(app.refreshToken).status == 200) }
      }
    }

    @Test("Kept grounds come back as they were, and what cannot be read leaves the question open")
    func grounds() async throws {
      let stage = try await Stage()
      var device = AttestedDevice(kind: .androidKey, platform: .android, verifiedAt: 5)
      (device.bootState, device.isLocked, device.apps) = (.selfSigned, false, ["dev.example"])
      for (attested, claim) in [
        (device as AttestedDevice?, AttestationClaim.androidKey as AttestationClaim?), (nil, nil),
      ] {
        let report = stage.report("c") { $0.attestation = claim }
        let grounds = DeviceGrounds(report, attested: attested)
        #expect(try DeviceGrounds(reading: grounds.text) == grounds)
      }
      let facts = DeviceFacts(
        platform: .linux, version: "12", patchLevel: nil, isRooted: .no, isHooked: .no, isDebugged: .no)
      for text in [
        nil, "", "{}", "[", "{\"profile\":\"debug\",\"claim\":\"x\"}", "{\"profile\":\"debug\",\"attested\":1}",
      ] {
        let row = DeviceRow(
          thumbprint: "d", facts: facts, app: "a", appVersion: "1", tier: .attested, firstSeen: 1, lastSeen: 1,
          grounds: text)
        let decision = DecisionEngine.decide(again: row, environment: .dev, policy: Stage.policy().server)
        #expect(decision.tier == nil && decision.reasons.map(\.cause) == [.couldNotTell])
      }
    }
  }
#endif
