#if Server
  import AttestationSamples
  import AttestationVerification
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct AndroidEvidenceRouteTests {
    private func refused(_ answer: TrustAnswer, _ step: String) {
      #expect(reason(answer) == .unattestedRefused && said(answer).text.contains("refused at \(step):"), "\(step)")
    }

    @Test("The key that signed the report, attested for its challenge, earns the attested tier")
    func accepted() async throws {
      let phone = try await HardwareStage()
      #expect(tier(try await phone.keyed()) == .attested)
      let row = try #require(
        try await phone.stage.store.reading { rows throws(StoreError) in try rows.devices() }.first)
      #expect(row.facts.version == "16.0.0" && row.facts.patchLevel == "2026-05" && row.tier == .attested)
      #expect(phone.doubts.isEmpty)
    }

    @Test(
      "A chain of another key, for another challenge, without an app, in software or damaged is refused at its step")
    func swapped() async throws {
      let phone = try await HardwareStage()
      refused(try await phone.keyed { $0.leafKey = P256.Signing.PrivateKey() }, "deviceKey")
      refused(try await phone.keyed { $0.challenge = Array("another".utf8) }, "challenge")
      // What names no app may be any app.
      #expect(said(try await phone.keyed { $0.hasApplication = false }).codes == [.rejectedBecauseHooked, .unknown])
      refused(try await phone.keyed { $0.level = 0 }, "securityLevel")
      refused(try await phone.send(.androidKey, platform: .android) { _, _ in [1, 2, 3] }, "x5c")
      refused(try await phone.send(.androidKey, platform: .android) { _, _ in [0xFF, 0xFE] }, "parse")
      #expect(phone.doubts.count == 6)
    }

    @Test("A revocation list that is too old, or none, leaves a doubt: nobody is admitted, and the operator is told")
    func undetermined() async throws {
      let path = try HardwareStage.list()
      let clock = HardwareStage.clock()
      let phone = try await HardwareStage(
        { $0.server.unattested.admitted = true }, revocation: (path, 3600), clock: clock)
      #expect(tier(try await phone.keyed()) == .attested)
      clock.advance(3601)
      let answer = try await phone.keyed()
      #expect(answer.status == 503 && answer.headers["retry-after"] == "300" && reason(answer) == .unavailable)
      #expect(said(answer).text.contains("could not be judged at revoked"))
      #expect(phone.doubts == [.attestationUndetermined])
      #expect(!phone.stage.events.all.contains { $0.kind == .storeFailed })
      let bare = try await HardwareStage({ $0.server.unattested.admitted = true }, hasList: false)
      #expect(try await bare.keyed().status == 503)
      // Other kinds do not wait for it.
      #expect(tier(try await bare.attest()) == .attested)
      // A refusal outweighs the doubt.
      refused(try await bare.keyed { $0.origin = 2 }, "origin")
    }

    @Test(
      "A changed list is read again; one that cannot be read leaves the last one in force; a revoked key is refused")
    func refreshed() async throws {
      let path = try HardwareStage.list()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let clock = HardwareStage.clock()
      let phone = try await HardwareStage(revocation: (path, 3600), clock: clock)
      #expect(tier(try await phone.keyed()) == .attested)
      let url = URL(fileURLWithPath: path)
      try Data(#"{"entries": {"123456789abc": {"status": "REVOKED"}}}"#.utf8).write(to: url)
      refused(try await phone.keyed(), "revoked")
      try Data("<html>".utf8).write(to: url)
      refused(try await phone.keyed(), "revoked")
      clock.advance(3601)
      refused(try await phone.keyed(), "revoked")
      #expect(try await phone.keyed { $0.lowerSerial = 77 }.status == 503)
      try FileManager.default.removeItem(atPath: path)
      #expect(try await phone.keyed { $0.lowerSerial = 77 }.status == 503)
      try Data(#"{"entries": {}}"#.utf8).write(to: url)
      #expect(tier(try await phone.keyed()) == .attested)
    }

    @Test("A list behind a link that is turned to another file is read again")
    func linked() async throws {
      let (first, second) = (
        try HardwareStage.list(), try HardwareStage.list(#""123456789abc": {"status": "REVOKED"}"#)
      )
      let link = first + ".link"
      defer { for path in [first, second, link] { try? FileManager.default.removeItem(atPath: path) } }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
      let phone = try await HardwareStage(revocation: (link, 3600))
      #expect(tier(try await phone.keyed()) == .attested)
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: second)
      refused(try await phone.keyed(), "revoked")
    }

    @Test("A list is as old as its file, and one from the future is not younger than its first reading")
    func age() async throws {
      let path = try HardwareStage.list()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let clock = HardwareStage.clock()
      func date(_ offset: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(clock.now + offset)) }
      try FileManager.default.setAttributes([.modificationDate: date(-3601)], ofItemAtPath: path)
      let old = try await HardwareStage(revocation: (path, 3600), clock: clock)
      #expect(try await old.keyed().status == 503)
      try FileManager.default.setAttributes([.modificationDate: date(1_000_000)], ofItemAtPath: path)
      #expect(tier(try await old.keyed()) == .attested)
      clock.advance(3601)
      #expect(try await old.keyed().status == 503)
    }

    @Test("A revocation list that is missing or not Google's, and keys of a wrong kind, are refused at the start")
    func start() async throws {
      let now = Date()
      #expect(throws: TrustServerError.revocationListUnreadable) {
        try RevocationFile(path: "/nowhere/list.json", maximumAge: 1, now: now)
      }
      let path = try HardwareStage.list(#""1": {"status": "FINE"}"#)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(throws: TrustServerError.revocationListUnreadable) {
        try RevocationFile(path: path, maximumAge: 1, now: now)
      }
      let (policy, store) = (HardwareStage.policy(), InMemoryTrustStore())
      #expect(throws: TrustServerError.playKeyUnusable) {
        try AttestationDesk(
          policy: policy, environment: .dev, store: store, playDecryptionKey: Secret(copying: [1]))
      }
      let root = try AttestationRoot(certificate: try TestAppAttest().root)
      #expect(throws: TrustServerError.insecureInProd) {
        try AttestationDesk(policy: policy, environment: .prod, store: store, insecureRoots: [root])
      }
      // This run's authorities are not Apple's.
      let real = try AttestationDesk(policy: policy, environment: .dev, store: store)
      #expect(real.kinds == [.appAttest, .appAttestAssertion])
      #expect(real.obstacle(to: .androidKey)?.contains("revocationList") == true)
      let empty = try AttestationDesk(policy: Stage.policy(), environment: .dev, store: store)
      #expect(empty.kinds.isEmpty)
      let phone = try await HardwareStage { $0.server.devices[.ios]?.origin.teamIDs = [] }
      refused(try await phone.attest(), "configuration")
    }

    @Test("A Play Integrity token for this report counts; one for another, for another app or a poor verdict does not")
    func play() async throws {
      let phone = try await HardwareStage {
        $0.server.devices[.android]?.origin.signingDigests = [String(repeating: "05", count: 2)]
      }
      #expect(tier(try await phone.played()) == .attested)
      refused(try await phone.played(of: "another"), "requestHash")
      refused(try await phone.send(.playIntegrity, platform: .android) { _, _ in Array("a.b.c".utf8) }, "format")
      for word in ["UNRECOGNIZED_VERSION", "UNEVALUATED", "NEW_WORD"] {
        let answer = try await phone.played { $0.recognition = word }
        #expect(said(answer).codes == [.rejectedBecauseHooked] && said(answer).text.contains("shop"))
      }
      for verdicts in [[], ["MEETS_BASIC_INTEGRITY"], ["MEETS_VIRTUAL_INTEGRITY"]] {
        #expect(said(try await phone.played { $0.verdicts = verdicts }).codes == [.rejectedBecauseRooted])
      }
      #expect(tier(try await phone.played { $0.verdicts = ["MEETS_STRONG_INTEGRITY"] }) == .attested)
      #expect(said(try await phone.played { $0.signer = "BgY" }).codes == [.rejectedBecauseHooked])
      #expect(said(try await phone.played { $0.app = "dev.other" }).codes == [.rejectedBecauseHooked, .unknown])
    }
  }
#endif
