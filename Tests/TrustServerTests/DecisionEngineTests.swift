#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct DecisionEngineTests {
    static let now: Int64 = 1_800_000_000

    static func report(_ change: (inout SecurityReport) -> Void = { _ in }) -> SecurityReport {
      var report = SecurityReport(
        checkVersion: 2, date: now, challenge: "c",
        system: OperatingSystem(
          platform: .android, name: "Android", version: "14", patchLevel: "2025-06-05", sdkLevel: 34),
        isRooted: .no, isHooked: .no, isDebugged: .no, signals: [], app: "org.example.app", appVersion: "1",
        environment: .prod, profile: .release, policyDigest: "slice")
      change(&report)
      return report
    }

    static func attested(_ change: (inout AttestedDevice) -> Void = { _ in }) -> AttestedDevice {
      var device = AttestedDevice(kind: .androidKey, platform: .android, verifiedAt: now)
      device.osVersion = "14.0.0"
      device.patchLevel = "2025-06"
      device.bootState = .verified
      device.isLocked = true
      device.apps = ["org.example.app"]
      change(&device)
      return device
    }

    static func policy(
      _ platform: Platform = .android, admitted: Bool = true, _ change: (inout DeviceRules) -> Void = { _ in }
    ) -> ServerRequirement {
      var policy = ServerRequirement()
      policy.unattested.admitted = admitted
      policy.devices[.android] = DeviceRules()
      var rules = DeviceRules()
      change(&rules)
      policy.devices[platform] = rules
      return policy
    }

    static func decide(
      _ report: SecurityReport = report(), _ attested: AttestedDevice? = nil, _ policy: ServerRequirement = policy(),
      now: Int64 = now
    ) -> Decision {
      DecisionEngine.decide(report, attested: attested, policy: policy, now: now)
    }

    static func versions(_ texts: String...) -> [DottedVersion] { texts.compactMap { DottedVersion($0) } }

    struct Way: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let code: DecisionCode
      let cause: DecisionReason.Cause
      let rules: @Sendable (inout DeviceRules) -> Void
      let report: @Sendable (inout SecurityReport) -> Void
      let attested: (@Sendable (inout AttestedDevice) -> Void)?
      let platform: Platform

      init(
        _ code: DecisionCode, _ cause: DecisionReason.Cause, platform: Platform = .android,
        rules: @escaping @Sendable (inout DeviceRules) -> Void = { _ in },
        report: @escaping @Sendable (inout SecurityReport) -> Void = { _ in },
        attested: (@Sendable (inout AttestedDevice) -> Void)? = nil
      ) {
        testDescription = "\(code) by \(cause)"
        (self.code, self.cause, self.rules, self.report, self.attested, self.platform) =
          (code, cause, rules, report, attested, platform)
      }
    }

    static func system(_ version: String, _ patch: String? = nil) -> @Sendable (inout SecurityReport) -> Void {
      { $0.system = OperatingSystem(platform: .android, name: "Android", version: version, patchLevel: patch) }
    }

    static let claimed: [Way] = [
      Way(.osRejected, .platformRejected, rules: { $0.rejected = true }),
      Way(.versionBlacklisted, .versionBlacklisted, rules: { $0.blacklistedVersions = versions("14") }),
      Way(.osVersionTooLow, .versionTooLow, rules: { $0.minimumVersion = DottedVersion("15") }),
      Way(.osVersionTooHigh, .versionTooHigh, rules: { $0.maximumVersion = DottedVersion("13") }),
      Way(.osPatchTooLow, .patchTooLow, rules: { $0.minimumPatch = DottedVersion("2025-06-06") }),
      Way(
        .osPatchTooLow, .patchMissing, rules: { $0.minimumPatch = DottedVersion("2025-06-06") }, report: system("14")),
      Way(.osPatchTooHigh, .patchTooHigh, rules: { $0.maximumPatch = DottedVersion("2025-06-04") }),
      Way(.patchVersionBlacklisted, .patchBlacklisted, rules: { $0.blacklistedPatches = versions("2025-06-05") }),
      Way(.rejectedBecauseRooted, .rooted, report: { $0.isRooted = .yes }),
      Way(.rejectedBecauseRooted, .rooted, report: { $0.latest.verdicts[.privilegedAccess] = .yes }),
      Way(.rejectedBecauseHooked, .hooked, report: { $0.isHooked = .yes }),
      Way(.rejectedBecauseHooked, .debugged, report: { $0.isDebugged = .yes }),
      Way(.rejectedBecauseHooked, .appUnknown, rules: { $0.origin.apps = ["org.example.other"] }),
      Way(.unknown, .couldNotTell, report: { $0.isRooted = .undetermined }),
      Way(.unknown, .versionUnreadable, report: system("fourteen")),
      Way(
        .unknown, .patchUnreadable, rules: { $0.minimumPatch = DottedVersion("1") }, report: system("14", "June")),
      Way(
        .unknown, .platformUnknown,
        report: {
          $0.system = OperatingSystem(platform: .ios, name: "iOS", version: "26", patchLevel: nil)
        }),
    ]

    static let proved: [Way] = [
      // It says Android and is proved to be another platform.
      Way(
        .osRejected, .platformRejected, platform: .ios, rules: { $0.rejected = true },
        attested: { device in
          device = AttestedDevice(kind: .appAttest, platform: .ios, verifiedAt: now)
          device.osVersion = "26"
        }),
      Way(
        .versionBlacklisted, .versionBlacklisted, rules: { $0.blacklistedVersions = versions("13") },
        attested: { $0.osVersion = "13" }),
      Way(
        .osVersionTooLow, .versionTooLow, rules: { $0.minimumVersion = DottedVersion("14") },
        attested: { $0.osVersion = "13.0.0" }),
      Way(
        .osVersionTooHigh, .versionTooHigh, rules: { $0.maximumVersion = DottedVersion("14.5") },
        attested: { $0.osVersion = "15" }),
      Way(
        .osPatchTooLow, .patchTooLow, rules: { $0.minimumPatch = DottedVersion("2025-06-01") },
        attested: { $0.patchLevel = "2025-05" }),
      Way(
        .osPatchTooLow, .vendorPatchTooLow, rules: { $0.minimumVendorPatch = DottedVersion("2025-06-01") },
        attested: { $0.vendorPatchLevel = "2025-05-31" }),
      Way(
        .osPatchTooLow, .bootPatchTooLow, rules: { $0.minimumBootPatch = DottedVersion("2025-06") },
        attested: { $0.bootPatchLevel = "2025-05-31" }),
      Way(
        .osPatchTooHigh, .patchTooHigh, rules: { $0.maximumPatch = DottedVersion("2025-06-30") },
        attested: { $0.patchLevel = "2025-07" }),
      Way(
        .patchVersionBlacklisted, .patchBlacklisted, rules: { $0.blacklistedPatches = versions("2025-04-05") },
        attested: { $0.patchLevel = "2025-04" }),
      Way(.rejectedBecauseRooted, .bootUnverified, attested: { $0.bootState = .unverified }),
      Way(.rejectedBecauseRooted, .bootUnverified, attested: { $0.bootState = .selfSigned }),
      Way(.rejectedBecauseRooted, .bootUnverified, attested: { $0.bootState = .failed }),
      Way(.rejectedBecauseRooted, .bootLoaderUnlocked, attested: { $0.isLocked = false }),
      Way(.rejectedBecauseRooted, .deviceUnsound, attested: { $0.isDeviceSound = false }),
      Way(
        .rejectedBecauseHooked, .appUnknown, rules: { $0.origin.apps = ["org.example.app"] },
        attested: { $0.apps = ["org.example.copy"] }),
      Way(
        .rejectedBecauseHooked, .signerUnknown, rules: { $0.origin.signingDigests = ["aa"] },
        attested: { $0.signingDigests = ["bb"] }),
      Way(
        .rejectedBecauseHooked, .teamUnknown, rules: { $0.origin.teamIDs = ["ABCDE12345"] },
        attested: { $0.teamID = "ABCDE12346" }),
      Way(.rejectedBecauseHooked, .appNotRecognised, attested: { $0.isAppRecognised = false }),
      Way(
        .rejectedBecauseHooked, .categoryRefused,
        attested: { device in
          device = AttestedDevice(kind: .appAttest, platform: .android, verifiedAt: now)
          device.category = .testFlight
        }),
      Way(
        .rejectedBecauseHooked, .categoryChanged,
        attested: { device in
          device = AttestedDevice(kind: .appAttestAssertion, platform: .android, verifiedAt: now)
          (device.category, device.isResigned) = (.appStore, true)
        }),
      Way(
        .rejectedBecauseHooked, .categoryMissing, rules: { $0.origin.requiresCategory = true },
        attested: { device in device = AttestedDevice(kind: .appAttest, platform: .android, verifiedAt: now) }),
      Way(.rejectedBecauseHooked, .developmentBuild, attested: { $0.isProduction = false }),
      Way(.unknown, .versionUnreadable, attested: { $0.osVersion = "x" }),
      Way(
        .unknown, .patchUnreadable, rules: { $0.minimumBootPatch = DottedVersion("1") },
        attested: { $0.bootPatchLevel = "x" }),
    ]

    @Test("A sound device is admitted in its tier, and the decision says what it rests on")
    func admitted() {
      let unattested = Self.decide()
      #expect(unattested.tier == .unattested && unattested.verdict == .holds && unattested.primary == nil)
      #expect(unattested.basis[.osVersion] == .claimed && unattested.basis[.app] == .claimed)
      let attested = Self.decide(Self.report(), Self.attested(), Self.policy(admitted: false))
      #expect(attested.tier == .attested && attested.reasons.isEmpty)
      for fact in [DecisionFact.osVersion, .patchLevel, .bootState, .app] { #expect(attested.basis[fact] == .attested) }
      #expect(attested.basis[.hooked] == .claimed)
    }

    @Test("Each code is reached by what a device claims", arguments: claimed)
    func claims(way: Way) {
      let decision = Self.decide(Self.report(way.report), nil, Self.policy(way.platform, way.rules))
      #expect(decision.reasons.map(\.code) == [way.code])
      #expect(decision.primary?.cause == way.cause && decision.primary?.basis == .claimed && decision.tier == nil)
    }

    @Test("Each code is reached by what hardware proves, whatever the device claims", arguments: proved)
    func attestedFacts(way: Way) {
      let decision = Self.decide(
        Self.report(way.report), Self.attested(way.attested ?? { _ in }), Self.policy(way.platform, way.rules))
      #expect(decision.primary?.code == way.code && decision.primary?.cause == way.cause)
      #expect(decision.primary?.basis == .attested && decision.tier == nil)
    }

    @Test("Both tables hold every code")
    func complete() {
      #expect(Set(Self.claimed.map(\.code)) == Set(DecisionCode.allCases))
      #expect(Set(Self.proved.map(\.code)) == Set(DecisionCode.allCases))
    }

    @Test("Attested facts beat claims in both directions")
    func beats() {
      let old = Self.policy { $0.minimumVersion = DottedVersion("14") }
      let modest = Self.report {
        $0.system = OperatingSystem(platform: .android, name: "A", version: "9", patchLevel: nil)
      }
      #expect(Self.decide(modest, Self.attested(), old).tier == .attested)
      #expect(Self.decide(modest, nil, old).primary?.code == .osVersionTooLow)
      // Except that a device is believed when it accuses itself.
      #expect(Self.decide(Self.report { $0.isRooted = .yes }, Self.attested()).primary?.cause == .rooted)
    }

    @Test("An attested month meets every day of it, and a claimed day of that month counts")
    func months() {
      func decide(_ claim: String, _ minimum: String) -> DecisionCode? {
        let report = Self.report {
          $0.system = OperatingSystem(platform: .android, name: "A", version: "14", patchLevel: claim)
        }
        return Self.decide(report, Self.attested(), Self.policy { $0.minimumPatch = DottedVersion(minimum) }).primary?
          .code
      }
      #expect(decide("2025-09-01", "2025-06-05") == nil)
      #expect(decide("2025-09-01", "2025-07-01") == .osPatchTooLow)
      #expect(decide("2025-06-01", "2025-06-05") == .osPatchTooLow)
      #expect(decide("2025-06-05", "2025-06-05") == nil)
    }

    @Test("All reasons are listed, the first in the documented order is the primary one")
    func order() {
      let policy = Self.policy {
        $0.rejected = true
        $0.blacklistedVersions = Self.versions("14")
        $0.minimumVersion = DottedVersion("15")
        $0.maximumVersion = DottedVersion("13")
        $0.minimumPatch = DottedVersion("2025-07-01")
        $0.maximumPatch = DottedVersion("2025-05-01")
        $0.blacklistedPatches = Self.versions("2025-06-05")
      }
      let report = Self.report { ($0.isRooted, $0.isHooked, $0.isDebugged) = (.yes, .yes, .undetermined) }
      #expect(Self.decide(report, nil, policy).codes == DecisionCode.allCases)
      for (index, code) in DecisionCode.allCases.enumerated() {
        var policy = policy
        policy.devices[.android]?.observeOnly = Array(DecisionCode.allCases.prefix(index))
        let decision = Self.decide(report, nil, policy)
        #expect(decision.primary?.code == code)
        #expect(Set(decision.observed.map(\.code)) == Set(DecisionCode.allCases.prefix(index)))
      }
    }

    @Test("A code that is only watched refuses nobody, except for what the report itself lacks")
    func watched() {
      let policy = Self.policy(admitted: false) { $0.observeOnly = DecisionCode.allCases }
      #expect(Self.decide(Self.report(), nil, policy).primary?.cause == .unattestedRefused)
      #expect(Self.decide(Self.report(), Self.attested(), policy, now: Self.now + 301).primary?.cause == .reportTooOld)
      let hooked = Self.decide(Self.report { $0.isHooked = .yes }, Self.attested(), policy)
      #expect(hooked.tier == .attested && hooked.observed.map(\.cause) == [.hooked])
      // The evidence of another app earns nothing, whatever is only watched; what the report claims is watched.
      let strict = Self.policy {
        $0.observeOnly = DecisionCode.allCases
        $0.origin.apps = ["dev.ours"]
      }
      var other = AttestedDevice(kind: .androidKey, platform: .android, verifiedAt: Self.now)
      other.apps = ["dev.other"]
      let foreign = Self.decide(Self.report { $0.app = "dev.claimed" }, other, strict)
      #expect(foreign.tier == nil && foreign.reasons.map(\.cause) == [.appUnknown])
      #expect(foreign.reasons.map(\.basis) == [.attested] && foreign.observed.map(\.basis) == [.claimed])
    }

    @Test(
      "A report is good as long as the policy says, backwards and forwards", arguments: [10, 300, 86400] as [Int64])
    func age(seconds: Int64) {
      var policy = Self.policy()
      policy.maximumReportAge = .seconds(seconds)
      for offset in [-seconds, 0, seconds] {
        #expect(Self.decide(Self.report(), nil, policy, now: Self.now + offset).tier == .unattested)
      }
      #expect(Self.decide(Self.report(), nil, policy, now: Self.now + seconds + 1).primary?.cause == .reportTooOld)
      #expect(
        Self.decide(Self.report(), nil, policy, now: Self.now - seconds - 1).primary?.cause == .reportFromTheFuture)
      #expect(Self.decide(Self.report { $0.date = .min }, nil, policy).primary?.cause == .reportTooOld)
      #expect(Self.decide(Self.report { $0.date = .max }, nil, policy).primary?.cause == .reportFromTheFuture)
    }

    @Test("Hooks that attached and left are found in an earlier check, for as long as the policy remembers")
    func before() {
      func report(_ age: Int64, _ change: (inout ReportedCheck) -> Void) -> SecurityReport {
        Self.report {
          var check = $0.latest
          check.date = Self.now - age
          change(&check)
          $0.earlier = [check]
        }
      }
      let cases: [(DecisionReason.Cause, (inout ReportedCheck) -> Void)] = [
        (.rootedBefore, { $0.isRooted = .yes }), (.hookedBefore, { $0.isHooked = .yes }),
        (.debuggedBefore, { $0.isDebugged = .yes }),
      ]
      for (cause, change) in cases {
        #expect(Self.decide(report(3600, change)).reasons.map(\.cause) == [cause])
        #expect(Self.decide(report(-5, change)).reasons.map(\.cause) == [cause])
        #expect(Self.decide(report(3601, change)).tier == .unattested)
        let tolerant = Self.policy { ($0.whenRooted, $0.whenHooked) = (.allow, .allow) }
        #expect(Self.decide(report(1, change), nil, tolerant).tier == .unattested)
      }
    }

    @Test("A release build attests, or says that it cannot and gets the reduced tier where it is admitted")
    func standing() {
      let silent = Self.report { $0.attestation = nil }
      #expect(Self.decide(silent).primary?.cause == .attestationMissing)
      #expect(Self.decide(silent, nil, Self.policy { $0.attestation = .optional }).tier == .unattested)
      let debug = Self.report { ($0.attestation, $0.profile) = (nil, .debug) }
      #expect(Self.decide(debug).tier == .unattested)
      #expect(Self.decide(silent, Self.attested()).tier == .attested)
      #expect(Self.decide(Self.report(), nil, Self.policy(admitted: false)).primary?.cause == .unattestedRefused)
    }

    @Test("Evidence that is not accepted earns no reduced tier", arguments: AttestationKind.allCases)
    func refusedEvidence(kind: AttestationKind) {
      let report = Self.report { $0.attestation = AttestationClaim(kind) }
      for rule in AttestationRule.allCases {
        #expect(Self.decide(report, nil, Self.policy { $0.attestation = rule }).primary?.cause == .attestationRefused)
      }
    }

    @Test("A device that contradicts its own signals is not believed")
    func contradiction() {
      func signal(_ family: Signal.Family, _ strength: Signal.Strength) -> Signal {
        Signal(
          probe: "p", category: .appIntegrity, strength: strength, family: family, observation: .detected)
      }
      let strong = Self.report { $0.signals = [signal(.signing, .strong)] }
      let two = Self.report { $0.signals = [signal(.mappings, .medium), signal(.pageCopies, .medium)] }
      let one = Self.report { $0.signals = [signal(.mappings, .medium), signal(.mappings, .medium)] }
      #expect(
        Self.decide(strong).codes == [.rejectedBecauseHooked] && Self.decide(two).codes == [.rejectedBecauseHooked])
      #expect(Self.decide(one).tier == .unattested)
    }

    @Test("A strong probe that could not look leaves its question open, whatever the device claims")
    func blind() {
      func decide(
        _ category: ThreatCategory, _ strength: Signal.Strength, _ rules: (inout DeviceRules) -> Void = { _ in }
      ) -> Decision {
        let signal = Signal(
          probe: "p", category: category, strength: strength, family: .systemCalls, observation: .unavailable)
        return Self.decide(Self.report { $0.signals = [signal] }, nil, Self.policy { rules(&$0) })
      }
      for category in [ThreatCategory.hooks, .appIntegrity, .debug, .privilegedAccess] {
        #expect(decide(category, .strong).reasons.map(\.cause) == [.couldNotTell], "\(category)")
        #expect(decide(category, .strong) { $0.whenUndetermined = .allow }.tier == .unattested, "\(category)")
        #expect(decide(category, .medium).tier == .unattested, "\(category)")
      }
      #expect(decide(.simulator, .strong).tier == .unattested)
      // Left out because it was clean, not because nobody looked.
      #expect(Self.decide(Self.report { $0.signals = [] }).tier == .unattested)
    }

    @Test("An unknown protocol version is decided as unknown, a damaged report is not decided")
    func versions() throws {
      let text = String(decoding: Self.report().bytes, as: UTF8.self)
      func decide(_ text: String) throws -> Decision {
        try DecisionEngine.decide(reading: Array(text.utf8), attested: nil, policy: Self.policy(), now: Self.now)
      }
      #expect(try decide(text).tier == .unattested)
      let newer = try decide(text.replacing("\"version\":2", with: "\"version\":3"))
      #expect(newer == .versionUnknown && newer.codes == [.unknown] && newer.tier == nil)
      #expect(throws: WireError.self) { try decide("{}") }
    }

    @Test("A decision prints its codes, reasons and what they rest on")
    func printed() throws {
      let node = Self.decide(Self.report { $0.isRooted = .yes }, Self.attested { $0.isLocked = false }).node
      #expect(node["admitted"]?.bool == false && node["primary"]?.string == "rejectedBecauseRooted")
      #expect(node["codes"]?.array?.compactMap(\.string) == ["rejectedBecauseRooted"])
      let reasons = try #require(node["reasons"]?.array)
      #expect(reasons.compactMap { $0["basis"]?.string } == ["attested", "claimed"])
      #expect(node["basis"]?["bootState"]?.string == "attested")
    }
  }
#endif
