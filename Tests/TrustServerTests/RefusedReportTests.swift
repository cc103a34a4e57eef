#if Server
  import AttestationSamples
  import Crypto
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// What a refused report does to the sessions of a device that was admitted before.
  @Suite struct RefusedReportTests {
    struct Finding: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let report: @Sendable (inout SecurityReport) -> Void
    }

    static let findings = [
      Finding(testDescription: "rooted") { $0.isRooted = .yes },
      Finding(testDescription: "hooked") { $0.isHooked = .yes },
      Finding(testDescription: "debugged") { $0.isDebugged = .yes },
      Finding(testDescription: "hooked, with a clock that is far off") {
        $0.isHooked = .yes
        $0.date -= 100_000
      },
      Finding(testDescription: "hooked, under a policy of another server") {
        $0.isHooked = .yes
        $0.policyDigest = "other"
      },
    ]

    @Test("A device that is found rooted or hooked has no session any more", arguments: StoreKind.allCases, findings)
    func compromised(kind: StoreKind, finding: Finding) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      let other = try await Stage(store: stage.store, clock: stage.clock)
      let theirs = try await other.app()
      #expect(await stage.check(app) == nil)
      #expect(await stage.check(user, .user) == nil)
      #expect(try await stage.enrol([:], finding.report).status == 400)
      // At once, although both were seen alive this very second.
      #expect(await stage.check(app) == .sessionEnded)
      #expect(await stage.check(user, .user) == .sessionEnded)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      let history = try #require(try await stage.desk.device(stage.device.thumbprint))
      #expect(history.sessions.isEmpty && history.reports.count == 2)
      let ends = stage.events.all.filter { $0.kind == .sessionRevoked }
      #expect(ends.count == 1 && ends[0].device == String(stage.device.thumbprint.prefix(8)))
      #expect(try await other.refresh(theirs.refreshToken).status == 200)
      // A device that is sound again begins anew.
      #expect(await stage.check(try await stage.app()) == nil)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
    }

    @Test("Nobody ends a device's sessions but the device: not by another key, a spent challenge or changed bytes")
    func forged() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let thief = try await Stage(store: stage.store, clock: stage.clock)
      #expect(reason(try await thief.enrol { $0.isHooked = .yes }) == .deviceRefused)
      // The device's own word, which never came or comes a second time.
      let challenge = try await stage.challenge()
      let clean = try await stage.sign(.report, stage.report(challenge).bytes)
      let hooked = try await stage.sign(.report, stage.report(challenge) { $0.isHooked = .yes }.bytes)
      #expect(await stage.token(.deviceReport(compact: clean)).status == 200)
      #expect(reason(await stage.token(.deviceReport(compact: hooked))) == .replayed)
      let fresh = try await stage.sign(
        .report, stage.report(try await stage.challenge()) { $0.isHooked = .yes }.bytes, by: thief.key)
      let parts = (hooked.split(separator: "."), fresh.split(separator: "."))
      for mixed in ["\(parts.0[0]).\(parts.1[1]).\(parts.1[2])", "\(parts.0[0]).\(parts.1[1]).\(parts.0[2])"] {
        #expect(reason(await stage.token(.deviceReport(compact: mixed))) == .signatureInvalid)
      }
      #expect(await stage.check(app) == nil)
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test(
      "A finding that a policy may take back rests the session: refused by its code, and there again afterwards",
      arguments: StoreKind.allCases)
    func resting(kind: StoreKind) async throws {
      var policy = Stage.policy()
      policy.server.devices[.linux]?.minimumVersion = DottedVersion("12")
      let stage = try await Stage(policy: policy, store: try kind.make())
      let app = try await stage.app()
      func report(_ version: String) async throws -> TrustAnswer {
        try await stage.enrol {
          $0.system = OperatingSystem(platform: .linux, name: "Debian", version: version, patchLevel: nil)
        }
      }
      #expect(said(try await report("11")).codes == [.osVersionTooLow])
      #expect(await stage.check(app) == nil)
      let refused = try await stage.refresh(app.refreshToken)
      #expect(reason(refused) == .deviceRefused && said(refused).codes == [.osVersionTooLow])
      let lenient = try await stage.restarted(policy: Stage.policy())
      let next = try await lenient.renewed(app.refreshToken)
      // And the device may come back itself.
      #expect(reason(try await stage.refresh(next.refreshToken)) == .deviceRefused)
      #expect(try await report("12.1").status == 200)
      #expect(try await stage.refresh(next.refreshToken).status == 200)
    }

    @Test("A check that is too old, or of the future, changes nothing that is known of a device")
    func stale() async throws {
      var policy = Stage.policy()
      policy.server.devices[.linux]?.minimumVersion = DottedVersion("12")
      let stage = try await Stage(policy: policy)
      let app = try await stage.app()
      for offset: Int64 in [-100_000, 100_000] {
        let answer = try await stage.enrol {
          $0.date += offset
          $0.system = OperatingSystem(platform: .linux, name: "Debian", version: "11", patchLevel: nil)
        }
        #expect(reason(answer) == .clockSkew)
      }
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("What was proved is not talked away: a refused report without evidence does not make the next refresh good")
    func talkedAway() async throws {
      let phone = try await HardwareStage()
      let token = try TokenResponse(reading: try await phone.attest().body)
      let strict = try await HardwareStage(
        { $0.server.devices[.ios]?.minimumVersion = DottedVersion("28") }, store: phone.stage.store,
        apple: phone.apple, key: phone.stage.key, clock: phone.stage.clock)
      #expect(said(try await strict.stage.refresh(token.refreshToken)).codes == [.osVersionTooLow])
      let claim = try await strict.send(.unsupported, platform: .ios, version: "28.1") { _, _ in nil }
      #expect(reason(claim) == .unattestedRefused)
      #expect(said(try await strict.stage.refresh(token.refreshToken)).codes == [.osVersionTooLow])
      // The session waits for an update that is proved.
      #expect(await phone.stage.check(token) == nil)
    }

    @Test(
      "What an operator newly asks for refuses reports and renewals, and ends no session",
      arguments: StoreKind.allCases)
    func newlyAsked(kind: StoreKind) async throws {
      let phone = try await HardwareStage(store: try kind.make())
      let token = try TokenResponse(reading: try await phone.attest().body)
      let strict = try await HardwareStage(
        { $0.server.devices[.ios]?.origin.requiresCategory = true }, store: phone.stage.store, apple: phone.apple,
        key: phone.stage.key, clock: phone.stage.clock)
      #expect(said(try await strict.attest()).codes == [.rejectedBecauseHooked])
      #expect(await strict.stage.check(token) == nil)
      #expect(said(try await strict.stage.refresh(token.refreshToken)).codes == [.rejectedBecauseHooked])
      #expect(try await phone.stage.refresh(token.refreshToken).status == 200)
      // The same for an app that is only claimed.
      let stage = try await Stage(store: try kind.make())
      let app = try await stage.app()
      var policy = Stage.policy()
      policy.server.devices[.linux]?.origin.apps = ["org.other"]
      let other = try await stage.restarted(policy: policy)
      #expect(said(try await other.enrol()).codes == [.rejectedBecauseHooked])
      #expect(await other.check(app) == nil)
      #expect(said(try await other.refresh(app.refreshToken)).codes == [.rejectedBecauseHooked])
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("Evidence that proves another app ends the sessions of its device", arguments: StoreKind.allCases)
    func provedOther(kind: StoreKind) async throws {
      let phone = try await HardwareStage(store: try kind.make())
      let token = try TokenResponse(reading: try await phone.attest().body)
      #expect(await phone.stage.check(token) == nil)
      let answer = try await phone.attest { $0.appID = "ZZZZZ12345.dev.example" }
      #expect(said(answer).codes == [.rejectedBecauseHooked, .unknown])
      #expect(await phone.stage.check(token) == .sessionEnded)
    }

    @Test("Who ends the sessions of one device costs nobody else a look at the store")
    func others() async throws {
      let store = BreakingStore(InMemoryTrustStore())
      let stage = try await Stage(store: store)
      let app = try await stage.app()
      let theirs = try await Stage(store: store, clock: stage.clock).app()
      #expect(await stage.check(app) == nil)
      #expect(await stage.check(theirs) == nil)
      #expect(reason(try await stage.enrol { $0.isHooked = .yes }) == .deviceRefused)
      #expect(await stage.check(app) == .sessionEnded)
      store.fail(.before)
      #expect(await stage.check(theirs) == nil)
    }

    @Test("What a policy only watches ends nothing")
    func watched() async throws {
      var policy = Stage.policy()
      policy.server.devices[.linux]?.observeOnly = [.rejectedBecauseHooked]
      let stage = try await Stage(policy: policy)
      let app = try await stage.app()
      #expect(try await stage.enrol { $0.isHooked = .yes }.status == 200)
      #expect(await stage.check(app) == nil)
    }
  }
#endif
