#if Server
  import AttestationVerification
  import Crypto
  import Redaction
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct AttestedEnrolmentTests {
    /// Accepts evidence that is the client data hash of its report, and answers with fixed facts.
    private final class Verifier: AttestationVerifying {
      let facts: AttestedDevice?
      let seen = Mutex<[String]>([])
      init(_ facts: AttestedDevice?) { self.facts = facts }

      func verify(
        _ evidence: AttestationEvidence, clientDataHash: [UInt8], report: SecurityReport, key: DevicePublicKey,
        now: Int64
      ) async -> AttestationOutcome {
        seen.withLock { $0.append(key.thumbprint) }
        guard evidence.bytes == clientDataHash, let facts else {
          return .refused(.verifying(.nonce), "another report")
        }
        return .accepted(facts)
      }
    }

    private func facts(_ version: String = "12") -> AttestedDevice {
      var facts = AttestedDevice(kind: .androidKey, platform: .linux, verifiedAt: 0)
      facts.osVersion = version
      return facts
    }

    private func stage(
      _ verifier: Verifier?, limits: ServerLimits = ServerLimits(), _ change: (inout Policy) -> Void = { _ in }
    ) async throws -> Stage {
      var policy = Stage.policy()
      policy.server.unattested.admitted = false
      change(&policy)
      var options = Stage.Options()
      options.attestation = verifier
      options.limits = limits
      return try await Stage(policy: policy, options: options)
    }

    private func enrol(
      _ stage: Stage, claim: AttestationClaim? = .androidKey, evidence: Bool = true,
      kind: AttestationKind = .androidKey,
      of other: String? = nil, _ change: (inout SecurityReport) -> Void = { _ in }
    ) async throws -> TrustAnswer {
      let report = stage.report(try await stage.challenge()) {
        $0.attestation = claim
        change(&$0)
      }
      let compact = try await stage.sign(.report, report.bytes)
      let bytes = ReportParcel.clientDataHash(other ?? compact)
      let parcel = ReportParcel(
        compact: compact, evidence: evidence ? AttestationEvidence(kind: kind, bytes: bytes) : nil)
      return await stage.token(.deviceReport(compact: parcel.text))
    }

    private func refusal(_ answer: TrustAnswer) throws -> RefusalBody { try RefusalBody(reading: answer.body) }

    @Test("Evidence for the very report that it came with earns the attested tier")
    func attested() async throws {
      let verifier = Verifier(facts())
      let stage = try await stage(verifier)
      #expect(try TokenResponse(reading: try await enrol(stage).body).tier == .attested)
      #expect(verifier.seen.withLock { $0 } == [stage.device.thumbprint])
      let row = try await stage.store.reading { rows throws(StoreError) in try rows.devices() }
      #expect(row.map(\.tier) == [.attested])
    }

    @Test("An attested device has a limit of its own, which an unattested one neither has nor uses up")
    func limited() async throws {
      func answers(_ most: Int, _ claim: AttestationClaim) async throws -> [RefusalReason?] {
        let stage = try await stage(Verifier(facts()), limits: ServerLimits(requestsPerDevice: most)) {
          $0.server.unattested.admitted = true
        }
        let app = try TokenResponse(reading: try await enrol(stage, claim: claim, evidence: claim == .androidKey).body)
        var reasons: [RefusalReason?] = []
        for _ in 0..<3 {
          reasons.append(
            reason(
              await stage.send(
                "POST", .pinFailures,
                [
                  TrustRoute.appTokenHeader: app.accessToken,
                  TrustRoute.proofHeader: try await stage.proof(.pinFailures, token: app.accessToken),
                ])))
        }
        return reasons
      }
      #expect(try await answers(2, .androidKey) == [.malformed, .malformed, .rateLimited])
      #expect(try await answers(0, .androidKey) == [.malformed, .malformed, .malformed])
      #expect(try await answers(2, .unsupported) == [.malformed, .malformed, .malformed])
    }

    @Test("Evidence for another report, of another kind, taken off, added, or without a verifier earns nothing")
    func refused() async throws {
      let stage = try await stage(Verifier(facts())) { $0.server.unattested.admitted = true }
      #expect(try refusal(try await enrol(stage, of: "another")).reason == .unattestedRefused)
      #expect(try refusal(try await enrol(stage, kind: .playIntegrity)).reason == .unattestedRefused)
      #expect(try refusal(try await enrol(stage, evidence: false)).reason == .unattestedRefused)
      #expect(try TokenResponse(reading: try await enrol(stage, claim: .unsupported).body).tier == .unattested)
      let blind = try await self.stage(nil) { $0.server.unattested.admitted = true }
      #expect(try refusal(try await enrol(blind)).reason == .unattestedRefused)
    }

    @Test("What hardware proves is judged now and at every refresh, whatever the device claims")
    func judged() async throws {
      let old = try await stage(Verifier(facts("11"))) {
        $0.server.devices[.linux]?.minimumVersion = DottedVersion("12")
      }
      let body = try refusal(try await enrol(old))
      #expect(body.reason == .deviceRefused && body.codes == [.osVersionTooLow])

      let store = InMemoryTrustStore()
      var options = Stage.Options()
      options.attestation = Verifier(facts("11"))
      let first = try await Stage(store: store, options: options)
      let token = try TokenResponse(reading: try await enrol(first).body)
      var policy = Stage.policy()
      policy.server.devices[.linux]?.minimumVersion = DottedVersion("12")
      let later = try await first.restarted(policy: policy)
      let answer = await later.token(
        .refresh(token: token.refreshToken), ["dpop": try await later.proof(.token)])
      #expect(try refusal(answer).code == .osVersionTooLow)
    }

    @Test("A refused device hears every code, the primary one first")
    func codes() async throws {
      let stage = try await stage(nil) { $0.server.unattested.admitted = true }
      let body = try refusal(
        try await enrol(stage, claim: .unsupported, evidence: false) { ($0.isHooked, $0.isRooted) = (.yes, .yes) })
      #expect(body.codes == [.rejectedBecauseRooted, .rejectedBecauseHooked] && body.code == .rejectedBecauseRooted)
      #expect(body.reason == .deviceRefused)
    }

    @Test("A report is good for as long as the policy says")
    func age() async throws {
      let stage = try await stage(nil) {
        $0.server.unattested.admitted = true
        $0.server.maximumReportAge = .seconds(20)
      }
      for (offset, reason) in [(-21, RefusalReason.clockSkew), (21, .clockSkew), (-20, nil), (20, nil)] {
        let answer = try await enrol(stage, claim: .unsupported, evidence: false) { $0.date += Int64(offset) }
        #expect((try? refusal(answer))?.reason == reason)
      }
    }

    @Test("A device in the reduced tier keeps no records where the policy says so")
    func records() async throws {
      let stage = try await stage(nil) {
        ($0.server.unattested.admitted, $0.server.unattested.mayLogIn) = (true, true)
        $0.server.unattested.mayStoreRecords = false
      }
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      let answer = await stage.send(
        "POST", .records,
        [
          "authorization": "DPoP \(user.accessToken)", TrustRoute.appTokenHeader: app.accessToken,
          "dpop": try await stage.proof(.records, token: user.accessToken), "content-type": "application/json",
        ], RecordBatch([]).bytes)
      #expect(try refusal(answer).reason == .unattestedRefused)
    }
  }
#endif
