#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// What is decided about a device from what was kept of it.
  @Suite struct KeptDeviceTests {
    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let code: DecisionCode?
      let rules: @Sendable (inout DeviceRules) -> Void
      let report: @Sendable (inout SecurityReport) -> Void
      init(
        _ name: String, _ code: DecisionCode?, rules: @escaping @Sendable (inout DeviceRules) -> Void = { _ in },
        report: @escaping @Sendable (inout SecurityReport) -> Void = { _ in }
      ) { (testDescription, self.code, self.rules, self.report) = (name, code, rules, report) }
    }

    static func system(_ version: String, _ patch: String? = nil) -> OperatingSystem {
      OperatingSystem(platform: .linux, name: "x", version: version, patchLevel: patch)
    }

    static func signal(_ category: ThreatCategory, _ strength: Signal.Strength) -> Signal {
      Signal(probe: "p", category: category, strength: strength, family: .filesystem, observation: .detected)
    }

    static let cases = [
      Case("a sound device", nil),
      Case("a rejected platform", .osRejected, rules: { $0.rejected = true }),
      Case("an unreadable version", .unknown, report: { $0.system = system("twelve") }),
      Case(
        "a blacklisted version", .versionBlacklisted,
        rules: { $0.blacklistedVersions = [DottedVersion("12")].compactMap(\.self) }),
      Case("an old version", .osVersionTooLow, rules: { $0.minimumVersion = DottedVersion("13") }),
      Case("a new version", .osVersionTooHigh, rules: { $0.maximumVersion = DottedVersion("11") }),
      Case("no patch level", .osPatchTooLow, rules: { $0.minimumPatch = DottedVersion("2") }),
      Case(
        "an unreadable patch", .unknown, rules: { $0.minimumPatch = DottedVersion("2") },
        report: { $0.system = system("12", "x") }),
      Case(
        "an old patch", .osPatchTooLow, rules: { $0.minimumPatch = DottedVersion("2") },
        report: { $0.system = system("12", "1") }),
      Case(
        "a new patch", .osPatchTooHigh, rules: { $0.maximumPatch = DottedVersion("2") },
        report: { $0.system = system("12", "3") }),
      Case(
        "a blacklisted patch", .patchVersionBlacklisted,
        rules: { $0.blacklistedPatches = [DottedVersion("2")].compactMap(\.self) },
        report: { $0.system = system("12", "2") }),
      Case("a rooted device", .rejectedBecauseRooted, report: { $0.isRooted = .yes }),
      Case("a tolerated rooted device", nil, rules: { $0.whenRooted = .allow }, report: { $0.isRooted = .yes }),
      Case("a hooked app", .rejectedBecauseHooked, report: { $0.isHooked = .yes }),
      Case("a debugged app", .rejectedBecauseHooked, report: { $0.isDebugged = .yes }),
      Case("a tolerated debugger", nil, rules: { $0.whenHooked = .allow }, report: { $0.isDebugged = .yes }),
      Case("a device that cannot tell", .unknown, report: { $0.isHooked = .undetermined }),
      Case("tolerated doubt", nil, rules: { $0.whenUndetermined = .allow }, report: { $0.isHooked = .undetermined }),
      Case(
        "a strong signal against the claim", .rejectedBecauseRooted,
        report: { $0.signals = [signal(.privilegedAccess, .strong)] }),
      Case(
        "a strong hook signal against the claim", .rejectedBecauseHooked,
        report: { $0.signals = [signal(.hooks, .strong)] }),
      Case("a weak signal decides nothing", nil, report: { $0.signals = [signal(.privilegedAccess, .weak)] }),
      Case("rooted comes before hooked", .rejectedBecauseRooted, report: { ($0.isRooted, $0.isHooked) = (.yes, .yes) }),
      Case("the OS comes before rooted", .osRejected, rules: { $0.rejected = true }, report: { $0.isRooted = .yes }),
    ]

    @Test("Each device gets exactly the code of its first fault", arguments: cases)
    func judged(_ row: Case) async throws {
      var rules = DeviceRules()
      row.rules(&rules)
      let decision = Self.decide(try await Stage().report("c", row.report), [.linux: rules])
      #expect(decision.primary?.code == row.code && (decision.tier == nil) == (row.code != nil))
    }

    @Test("A platform without rules is unknown")
    func noRules() async throws {
      #expect(Self.decide(try await Stage().report("c"), [:]).primary?.code == .unknown)
    }

    private static func decide(_ report: SecurityReport, _ rules: [Platform: DeviceRules]) -> Decision {
      var policy = ServerRequirement()
      policy.unattested.admitted = true
      policy.devices = rules
      let device = DeviceRow(thumbprint: "d", report: report, tier: .unattested, now: 0)
      return DecisionEngine.decide(again: device, environment: .dev, policy: policy)
    }
  }
#endif
