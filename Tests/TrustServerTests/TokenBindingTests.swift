#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct TokenBindingTests {
    private func stage(
      _ options: Stage.Options = Stage.Options(),
      _ change: (inout Policy) -> Void = { $0.session.tokenBinding = .optional }
    ) async throws -> Stage {
      var policy = Stage.policy()
      change(&policy)
      let stage = try await Stage(policy: policy, options: options)
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      return stage
    }

    private func claims(_ tokens: TokenResponse) throws -> JSONNode {
      try JSONReader().read(try Base64URL.decode(tokens.accessToken.split(separator: ".")[1]))
    }

    private func bearerLogin(_ stage: Stage, _ app: TokenResponse) async throws -> TrustAnswer {
      await stage.token(
        .userLogin(sealedCredential: try await stage.credential()), [TrustRoute.appTokenHeader: app.accessToken])
    }

    @Test("Where binding is optional, a client without proofs gets bearer tokens from enrolment to the records")
    func bearer() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      #expect(app.tokenType == "Bearer")
      #expect(try claims(app)["cnf"] == nil)
      let user = try TokenResponse(reading: try await bearerLogin(stage, app).body)
      #expect(user.tokenType == "Bearer")
      #expect(try claims(user)["cnf"] == nil && claims(user)["mantlet_device"]?.string == stage.device.thumbprint)
      let next = try TokenResponse(reading: await stage.token(.refresh(token: user.refreshToken)).body)
      #expect(next.tokenType == "Bearer")
      let answer = await stage.send(
        "POST", .records,
        [TrustRoute.appTokenHeader: app.accessToken, "authorization": "Bearer " + next.accessToken],
        RecordBatch([]).bytes)
      #expect(answer.status == 200)
      // As DPoP it is refused: a client that believes to be bound must hear that it is not.
      #expect(reason(try await stage.sendRecords(app, next, RecordBatch([]).bytes)) == .tokenInvalid)
    }

    @Test("Where binding is optional, who sends a proof is bound, and a bound session always needs it")
    func offered() async throws {
      let stage = try await stage()
      let app = try TokenResponse(
        reading: try await stage.enrol([TrustRoute.proofHeader: try await stage.proof(.token)]).body)
      #expect(app.tokenType == "DPoP")
      #expect(reason(try await bearerLogin(stage, app)) == .proofMissing)
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      #expect(user.tokenType == "DPoP")
      let naked = await stage.token(.refresh(token: user.refreshToken))
      #expect(naked.status == 400 && reason(naked) == .proofMissing)
      let records = await stage.send(
        "POST", .records,
        [TrustRoute.appTokenHeader: app.accessToken, "authorization": "Bearer " + user.accessToken],
        RecordBatch([]).bytes)
      #expect(reason(records) == .tokenInvalid)
      #expect(records.headers["www-authenticate"]?.contains(", Bearer error=\"invalid_token\"") == true)
      #expect(try await stage.refresh(user.refreshToken).status == 200)
    }

    @Test("A report's proof by another key than the report's binds nothing")
    func foreignProof() async throws {
      let stage = try await stage()
      let foreign = try await stage.proof(.token, by: P256.Signing.PrivateKey())
      #expect(reason(try await stage.enrol([TrustRoute.proofHeader: foreign])) == .proofInvalid)
    }

    @Test("Where binding is required, no request without a proof gets or renews a token")
    func required() async throws {
      let stage = try await stage { _ in }
      let app = try await stage.app()
      #expect(app.tokenType == "DPoP")
      #expect(try claims(app)["cnf"]?["jkt"]?.string == stage.device.thumbprint)
      #expect(reason(try await bearerLogin(stage, app)) == .proofMissing)
      let answer = await stage.token(.refresh(token: app.refreshToken))
      #expect(answer.status == 400 && reason(answer) == .proofMissing)
      #expect(try RefusalBody(reading: answer.body).error == .invalidProof)
      #expect(answer.headers["www-authenticate"] == nil)
    }

    @Test("Bearer sessions of a policy that was optional end nowhere else: under a stricter one they prove a key first")
    func stricter() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      let strict = try await stage.restarted(policy: Stage.policy())
      #expect(reason(await strict.token(.refresh(token: app.refreshToken))) == .proofMissing)
      #expect(reason(try await bearerLogin(strict, app)) == .proofMissing)
    }

    @Test(
      "Under a stricter policy only its own device's key renews a bearer session, and binds it from then on",
      arguments: StoreKind.allCases)
    func stricterByOwnKey(kind: StoreKind) async throws {
      var policy = Stage.policy()
      policy.session.tokenBinding = .optional
      let stage = try await Stage(policy: policy, store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await bearerLogin(stage, app).body)
      let lost = try TokenResponse(reading: await stage.token(.refresh(token: user.refreshToken)).body)
      let strict = try await stage.restarted(policy: Stage.policy())
      // Somebody else enrols a key and found the token.
      let thief = try await Stage(store: stage.store, clock: stage.clock)
      _ = try await thief.app()
      for token in [user.refreshToken, lost.refreshToken, app.refreshToken] {
        #expect(reason(try await strict.refresh(token, by: thief.key)) == .proofInvalid)
      }
      let bearer = await strict.send("GET", .sessions, ["authorization": "Bearer " + lost.accessToken])
      #expect(reason(bearer) == .tokenInvalid)
      // A retry of the lost answer binds like any other refresh.
      for token in [user.refreshToken, lost.refreshToken] {
        let next = try await strict.renewed(token)
        #expect(next.tokenType == "DPoP")
        #expect(try claims(next)["cnf"]?["jkt"]?.string == strict.device.thumbprint)
        #expect(await strict.check(next, .user) == nil)
        #expect(await strict.check(lost, .user) == .tokenInvalid)
      }
      // Bound for good, whatever the policy says later.
      let lax = try await stage.restarted(policy: policy)
      #expect(reason(await lax.token(.refresh(token: lost.refreshToken))) == .proofMissing)
    }

    @Test("In the compatibility form the AppToken logs in from Authorization, and records need the UserToken alone")
    func compatibility() async throws {
      let stage = try await stage {
        $0.session.tokenBinding = .optional
        $0.session.appTokenHeader = .bearer
      }
      let app = try await stage.app()
      let answer = await stage.token(
        .userLogin(sealedCredential: try await stage.credential()), ["authorization": "Bearer " + app.accessToken])
      let user = try TokenResponse(reading: answer.body)
      let headers = ["authorization": "Bearer " + user.accessToken]
      #expect(await stage.send("POST", .records, headers, RecordBatch([]).bytes).status == 200)
      let asApp = ["authorization": "Bearer " + app.accessToken]
      #expect(reason(await stage.send("POST", .records, asApp, RecordBatch([]).bytes)) == .tokenInvalid)
      let plain = try await self.stage()
      let mantlet = try await plain.app()
      let refused = await plain.token(
        .userLogin(sealedCredential: try await plain.credential()), ["authorization": "Bearer " + mantlet.accessToken])
      #expect(reason(refused) == .tokenMissing)
    }

    @Test("An enrolment whose proof lacks the nonce uses nothing up; its proof counts once")
    func nonceAtEnrolment() async throws {
      var options = Stage.Options()
      options.nonces = .required
      let stage = try await stage(options) { _ in }
      func signed() async throws -> String {
        try await stage.sign(.report, stage.report(try await stage.challenge()).bytes)
      }
      let compact = try await signed()
      let first = await stage.token(
        .deviceReport(compact: compact), [TrustRoute.proofHeader: try await stage.proof(.token)])
      #expect(reason(first) == .nonceNeeded)
      let nonce = try #require(first.headers["dpop-nonce"])
      let proof = [TrustRoute.proofHeader: try await stage.proof(.token, nonce: nonce)]
      #expect(await stage.token(.deviceReport(compact: compact), proof).status == 200)
      #expect(reason(await stage.token(.deviceReport(compact: try await signed()), proof)) == .replayed)
    }

    @Test("With nonces a proof is good only with a number of this server, for a limited time, on every node")
    func nonces() async throws {
      var options = Stage.Options()
      options.nonces = .required
      let stage = try await stage(options) { _ in }
      let app = try await stage.app()
      let first = try await stage.refresh(app.refreshToken)
      let nonce = try #require(first.headers["dpop-nonce"])
      #expect(first.status == 400 && reason(first) == .nonceNeeded)
      #expect(try RefusalBody(reading: first.body).error == .useNonce)
      func refresh(_ nonce: String?, at stage: Stage) async throws -> TrustAnswer {
        await stage.token(
          .refresh(token: app.refreshToken), [TrustRoute.proofHeader: try await stage.proof(.token, nonce: nonce)])
      }
      #expect(reason(try await refresh("AAAAAAAAAAAAAAAAAAAAAA", at: stage)) == .nonceNeeded)
      #expect(reason(try await refresh("", at: stage)) == .nonceNeeded)
      let renewed = try await refresh(nonce, at: stage)
      #expect(renewed.status == 200 && renewed.headers["dpop-nonce"] != nil)
      #expect(try await refresh(nonce, at: try await stage.restarted()).status == 200)
      stage.clock.advance(301)
      #expect(reason(try await refresh(nonce, at: stage)) == .nonceNeeded)
      let resource = await stage.send(
        "GET", .sessions,
        [
          "authorization": "DPoP " + app.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.sessions, token: app.accessToken, method: "GET"),
        ])
      #expect(reason(resource) == .tokenInvalid)
      var other = options
      other.successorKey = [UInt8](repeating: 4, count: 32)
      let current = try #require(try await refresh(nil, at: stage).headers["dpop-nonce"])
      #expect(reason(try await refresh(current, at: try await stage.restarted(options: other))) == .nonceNeeded)
    }
  }
#endif
