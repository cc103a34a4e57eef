#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct TrustDeskTests {
    private let password = Array("correct horse".utf8)

    @Test("A device enrols, a person signs in, records arrive once")
    func wholeStory() async throws {
      let stage = try await Stage()
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      let app = try await stage.app()
      #expect(app.tier == .unattested && app.tokenType == "DPoP" && app.expiresIn == 1800)
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      let batch = RecordBatch([.init(id: "1", kind: "sleep", createdAt: 5, payload: "{}")])
      for _ in 0..<2 {
        let answer = try await stage.sendRecords(app, user, batch.bytes)
        #expect(try RecordReceipt(reading: answer.body).accepted == ["1"])
      }
      let claims = try JSONReader().read(try Base64URL.decode(user.accessToken.split(separator: ".")[1]))
      let account = try #require(claims["sub"]?.string)
      #expect(claims["cnf"]?["jkt"]?.string == stage.device.thumbprint)
      #expect(claims["mantlet_kind"]?.string == "user" && claims["aud"]?.string == Stage.issuer)
      let kept = try await stage.store.transaction { rows throws(StoreError) in try rows.records(account: account) }
      #expect(kept == batch.entries)
    }

    @Test("Tokens carry the type of RFC 9068 and the id of the published key")
    func published() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let header = try JSONReader().read(try Base64URL.decode(app.accessToken.split(separator: ".")[0]))
      let keys = try JSONReader().read(await stage.send("GET", .jwks).body)["keys"]?.array
      #expect(header["typ"]?.string == "at+jwt" && header["alg"]?.string == "RS256")
      #expect(header["kid"]?.string == stage.desk.tokenKeyID)
      #expect(keys?.first?["kid"]?.string == stage.desk.tokenKeyID)
      #expect(keys?.first?["d"] == nil)
      let metadata = try JSONReader().read(await stage.send("GET", .metadata).body)
      #expect(metadata["issuer"]?.string == Stage.issuer)
      #expect(metadata["token_endpoint"]?.string == Stage.issuer + "/v1/token")
      #expect(await stage.send("GET", .health).status == 200)
    }

    @Test("Each fault of a report has its own reason")
    func reportFaults() async throws {
      let stage = try await Stage()
      #expect(reason(try await stage.enrol { $0.date += 301 }) == .clockSkew)
      #expect(reason(try await stage.enrol { $0.date = .min }) == .clockSkew)
      #expect(reason(try await stage.enrol { $0.policyDigest = "other" }) == .policyUnknown)
      #expect(reason(try await stage.enrol { $0.environment = .stage }) == .policyUnknown)
      #expect(reason(try await stage.enrol { $0.challenge = "never" }) == .challengeUnknown)
      let challenge = try await stage.challenge()
      let compact = try await stage.sign(.report, stage.report(challenge).bytes)
      var parts = compact.split(separator: ".").map(String.init)
      parts[1] = Base64URL.encode(stage.report(challenge) { $0.appVersion = "2" }.bytes)
      #expect(reason(await stage.token(.deviceReport(compact: parts.joined(separator: ".")))) == .signatureInvalid)
      #expect(await stage.token(.deviceReport(compact: compact)).status == 200)
      #expect(reason(await stage.token(.deviceReport(compact: compact))) == .replayed)
      let late = try await stage.challenge()
      stage.clock.advance(300)
      let report = try await stage.sign(.report, stage.report(late).bytes)
      #expect(reason(await stage.token(.deviceReport(compact: report))) == .challengeUnknown)
      #expect(reason(await stage.token(.deviceReport(compact: "x"))) == .malformed)
      let future = try await stage.sign(.report, Array("{\"version\":99}".utf8))
      let refusal = try RefusalBody(reading: await stage.token(.deviceReport(compact: future)).body)
      #expect(refusal.reason == .versionUnknown && refusal.code == .unknown)
    }

    @Test("A refused device learns its code")
    func deviceRefused() async throws {
      let refusal = try RefusalBody(reading: try await Stage().enrol { $0.isRooted = .yes }.body)
      #expect(refusal.reason == .deviceRefused && refusal.code == .rejectedBecauseRooted)
      #expect(refusal.error == .accessDenied)
      // What a device claims does not outweigh its own strong signal.
      let contradicted = try await Stage().enrol {
        $0.isRooted = .no
        $0.signals = [
          Signal(
            probe: "p", category: .privilegedAccess, strength: .strong, family: .filesystem, observation: .detected,
            evidence: [])
        ]
      }
      #expect(try RefusalBody(reading: contradicted.body).code == .rejectedBecauseRooted)
    }

    @Test("Production refuses a debug build and admits a release build")
    func debugBuild() async throws {
      let stage = try await Stage(environment: .prod)
      #expect(reason(try await stage.enrol { $0.environment = .prod }) == .debugBuild)
      #expect(try await stage.enrol { ($0.environment, $0.profile) = (.prod, .release) }.status == 200)
    }

    @Test("Without attestation nobody enters when the policy says so, and nobody signs in")
    func unattested() async throws {
      var policy = Stage.policy()
      policy.server.unattested.mayLogIn = false
      let noLogin = try await Stage(policy: policy)
      #expect(reason(try await noLogin.logIn(try await noLogin.app())) == .unattestedRefused)
      policy.server.unattested.admitted = false
      #expect(reason(try await Stage(policy: policy).enrol()) == .unattestedRefused)
    }

    @Test("Five wrong passwords lock a name for fifteen minutes, known or not")
    func lock() async throws {
      let stage = try await Stage()
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      let app = try await stage.app()
      for user in ["ada", "nobody"] {
        for _ in 0..<5 {
          #expect(reason(try await stage.logIn(app, user: user, password: "wrong")) == .credentialsInvalid)
        }
        let locked = try await stage.logIn(app, user: user)
        #expect(locked.status == 429 && reason(locked) == .rateLimited && locked.headers["retry-after"] == "900")
      }
      stage.clock.advance(900)
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test("Each fault of tokens and proofs has its own reason, with the challenge header")
    func recordFaults() async throws {
      let stage = try await Stage()
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      let body = RecordBatch([]).bytes
      func send(_ app: String?, _ authorization: String?, _ proof: String?) async -> TrustAnswer {
        var headers: [String: String] = [:]
        headers[TrustRoute.appTokenHeader] = app
        headers["authorization"] = authorization
        headers[TrustRoute.proofHeader] = proof
        return await stage.send("POST", .records, headers, body)
      }
      let good = "DPoP " + user.accessToken
      let missing = await send(nil, good, nil)
      #expect(missing.status == 401 && reason(missing) == .tokenMissing)
      #expect(missing.headers["www-authenticate"]?.hasPrefix("DPoP error=\"invalid_token\"") == true)
      #expect(reason(await send(app.accessToken, nil, nil)) == .tokenMissing)
      #expect(reason(await send(app.accessToken, good, nil)) == .proofMissing)
      #expect(reason(await send(app.accessToken, "Bearer " + user.accessToken, nil)) == .tokenInvalid)
      #expect(reason(await send(app.accessToken, "Basic " + user.accessToken, nil)) == .tokenInvalid)
      // An AppToken is no UserToken, and the other way round.
      #expect(reason(await send(app.accessToken, "DPoP " + app.accessToken, nil)) == .tokenInvalid)
      #expect(reason(await send(user.accessToken, good, nil)) == .tokenInvalid)
      let foreign = try await stage.proof(.records, token: user.accessToken, by: P256.Signing.PrivateKey())
      #expect(reason(await send(app.accessToken, good, foreign)) == .proofInvalid)
      let unbound = try await stage.proof(.records, token: app.accessToken)
      #expect(reason(await send(app.accessToken, good, unbound)) == .proofInvalid)
      let proof = try await stage.proof(.records, token: user.accessToken)
      #expect(await send(app.accessToken, good, proof).status == 200)
      #expect(reason(await send(app.accessToken, good, proof)) == .replayed)
      #expect(reason(try await stage.sendRecords(app, user, Array("{".utf8))) == .malformed)
      stage.clock.advance(1800)
      #expect(reason(await send(app.accessToken, good, proof)) == .tokenExpired)
    }

    @Test("A token with another algorithm, type or signature is refused")
    func forgedToken() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let parts = app.accessToken.split(separator: ".").map(String.init)
      let headers = [
        "{\"alg\":\"none\",\"typ\":\"at+jwt\",\"kid\":\"\(stage.desk.tokenKeyID)\"}",
        "{\"alg\":\"HS256\",\"typ\":\"at+jwt\",\"kid\":\"\(stage.desk.tokenKeyID)\"}",
        "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"\(stage.desk.tokenKeyID)\"}",
        "{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"\(stage.desk.tokenKeyID)\"}",
      ]
      for header in headers {
        for signature in ["", String(parts[2].reversed())] {
          let forged = Base64URL.encode(Array(header.utf8)) + "." + parts[1] + "." + signature
          #expect(reason(await stage.send("POST", .records, [TrustRoute.appTokenHeader: forged])) == .tokenInvalid)
        }
      }
    }

    @Test("Revoking ends the session at once, access tokens included; an unknown token is no error")
    func revoke() async throws {
      let stage = try await Stage()
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      func revoke(_ token: String) async -> Int {
        await stage.send(
          "POST", .revoke, ["content-type": "application/x-www-form-urlencoded"], FormBody(["token": token]).bytes
        ).status
      }
      #expect(await revoke("unknown") == 200)
      #expect(await revoke(user.refreshToken) == 200)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(reason(try await stage.sendRecords(app, user, RecordBatch([]).bytes)) == .sessionEnded)
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("A device beyond its rate waits, and so does a peer that collects challenges")
    func rates() async throws {
      var policy = Stage.policy()
      policy.server.unattested.requestsPerMinute = 2
      let stage = try await Stage(policy: policy)
      let app = try await stage.app()
      let next = try TokenResponse(reading: try await stage.refresh(app.refreshToken).body)
      let limited = try await stage.refresh(next.refreshToken)
      #expect(limited.status == 429 && reason(limited) == .rateLimited && limited.headers["retry-after"] == "30")
      stage.clock.advance(30)
      #expect(try await stage.refresh(next.refreshToken).status == 200)
      var last = 200
      for _ in 0..<130 { last = await stage.send("GET", .challenge).status }
      #expect(last == 429)
    }

    @Test("Bearer refreshes count by their session's device, before anything is written", arguments: StoreKind.allCases)
    func bearerRate(kind: StoreKind) async throws {
      var policy = Stage.policy { $0.tokenBinding = .optional }
      policy.server.unattested.requestsPerMinute = 3
      let stage = try await Stage(policy: policy, store: try kind.make())
      // The report was the first of three requests.
      var token = try await stage.app().refreshToken
      for _ in 0..<2 { token = try TokenResponse(reading: await stage.bearerRefresh(token).body).refreshToken }
      for _ in 0..<5 {
        let limited = await stage.bearerRefresh(token)
        #expect(limited.status == 429 && reason(limited) == .rateLimited && limited.headers["retry-after"] == "20")
      }
      // A proof by another device's key does not move the count there.
      let other = P256.Signing.PrivateKey()
      _ = try await Stage(policy: policy, store: stage.store, key: other, clock: stage.clock).app()
      #expect(reason(try await stage.refresh(token, by: other)) == .rateLimited)
      let renewals = stage.events.all.count { $0.kind == .refreshed }
      stage.clock.advance(20)
      #expect(await stage.bearerRefresh(token).status == 200)
      #expect(stage.events.all.count { $0.kind == .refreshed } == renewals + 1)
    }

    @Test(
      "A bearer token that opens nothing slows down who sends it, and not its device", arguments: StoreKind.allCases)
    func bearerRateOfOthers(kind: StoreKind) async throws {
      var policy = Stage.policy { $0.tokenBinding = .optional }
      policy.server.unattested.requestsPerMinute = 10
      let stage = try await Stage(policy: policy, store: try kind.make())
      // Over, and spent: its successor was used.
      let ended = try await stage.app().refreshToken
      #expect(
        await stage.send(
          "POST", .revoke, ["content-type": "application/x-www-form-urlencoded"], Array("token=\(ended)".utf8)
        ).status == 200)
      let spent = try await stage.app().refreshToken
      let used = try TokenResponse(reading: await stage.bearerRefresh(spent).body)
      let token = try TokenResponse(reading: await stage.bearerRefresh(used.refreshToken).body).refreshToken
      stage.clock.advance(30)
      for (stolen, told) in [(ended, RefusalReason.sessionEnded), (spent, .tokenSuperseded)] {
        var reasons: [RefusalReason?] = []
        for _ in 0..<40 { reasons.append(reason(await stage.bearerRefresh(stolen))) }
        #expect(
          reasons == [RefusalReason?](repeating: told, count: 10) + [RefusalReason?](repeating: .rateLimited, count: 30)
        )
      }
      #expect(await stage.bearerRefresh(token).status == 200)
      #expect(try await stage.enrol().status == 200)
    }

    @Test("How many challenges an address gets is the operator's to say, and each address has its own")
    func challengeLimit() async throws {
      func statuses(_ most: Int, _ count: Int) async throws -> [Int] {
        let stage = try await Stage(options: Stage.Options(limits: ServerLimits(challengesPerMinute: most)))
        var statuses: [Int] = []
        for _ in 0..<count { statuses.append(await stage.send("GET", .challenge).status) }
        let other = TrustRequest(method: "GET", path: TrustRoute.challenge.rawValue, peer: "192.0.2.7")
        #expect(await stage.desk.respond(to: other).status == 200)
        return statuses
      }
      #expect(try await statuses(2, 3) == [200, 200, 429])
      #expect(try await statuses(0, 130) == [Int](repeating: 200, count: 130))
    }

    @Test func `After a clock far ahead was put right requests are counted by the minute as before`() async throws {
      let stage = try await Stage(options: Stage.Options(limits: ServerLimits(challengesPerMinute: 2)))
      stage.clock.advance(Stage.days(5))
      for status in [200, 200, 429] { #expect(await stage.send("GET", .challenge).status == status) }
      stage.clock.advance(-Stage.days(5))
      #expect(await stage.send("GET", .challenge).status == 429)
      stage.clock.advance(60)
      for status in [200, 200, 429] { #expect(await stage.send("GET", .challenge).status == status) }
    }

    @Test("A request is counted before its proof is kept: what came too early is good when its time comes")
    func countedFirst() async throws {
      var policy = Stage.policy()
      policy.server.unattested.requestsPerMinute = 2
      let stage = try await Stage(policy: policy)
      let app = try await stage.app()
      let next = try TokenResponse(reading: try await stage.refresh(app.refreshToken).body)
      let headers = [TrustRoute.proofHeader: try await stage.proof(.token)]
      for _ in 0..<3 {
        #expect(reason(await stage.token(.refresh(token: next.refreshToken), headers)) == .rateLimited)
      }
      stage.clock.advance(30)
      #expect(await stage.token(.refresh(token: next.refreshToken), headers).status == 200)
      stage.clock.advance(30)
      #expect(reason(await stage.token(.refresh(token: next.refreshToken), headers)) == .replayed)
    }

    @Test("What cannot be read is refused in words: route, method, size, form, grant")
    func shape() async throws {
      let stage = try await Stage()
      let lost = await stage.desk.respond(to: TrustRequest(method: "GET", path: "/etc", peer: "p"))
      #expect(lost.status == 404 && reason(lost) == .malformed)
      #expect(await stage.send("GET", .token).status == 405)
      let large = await stage.send("POST", .records, [:], [UInt8](repeating: 0, count: 512 << 10 + 1))
      #expect(large.status == 413 && reason(large) == .malformed)
      #expect(reason(await stage.send("POST", .token, [:], Array("grant_type=x".utf8))) == .malformed)
      let form = ["content-type": "application/x-www-form-urlencoded"]
      let unsupported = await stage.send("POST", .token, form, Array("grant_type=password".utf8))
      #expect(try RefusalBody(reading: unsupported.body).error == .unsupportedGrantType)
      #expect(unsupported.headers["cache-control"] == "no-store")
      #expect(reason(try await stage.refresh("never given out")) == .proofInvalid)
      _ = try await stage.app()
      #expect(reason(try await stage.refresh("never given out")) == .tokenInvalid)
      #expect(reason(await stage.token(.refresh(token: "x"))) == .proofMissing)
    }

    @Test("When the store is down the answer is 503 and no token, and the server is not ready")
    func storeDown() async throws {
      final class Down: TrustStore {
        let inner = InMemoryTrustStore()
        let isDown = Mutex(false)
        func transaction<R: Sendable>(
          _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
        ) async throws(StoreError) -> R {
          if isDown.withLock({ $0 }) { throw .failed(code: 13) }
          return try await inner.transaction(body)
        }
      }
      let store = Down()
      let stage = try await Stage(store: store)
      #expect(await stage.send("GET", .ready).status == 200)
      let app = try await stage.app()
      store.isDown.withLock { $0 = true }
      // What was found a moment ago is told again.
      stage.clock.advance(2)
      for answer in [
        await stage.send("GET", .challenge), await stage.send("GET", .ready), try await stage.refresh(app.refreshToken),
      ] {
        #expect(answer.status == 503 && answer.headers["retry-after"] == "5" && reason(answer) == .unavailable)
      }
      #expect(await stage.send("GET", .health).status == 200)
      store.isDown.withLock { $0 = false }
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("Events name the decision and hold no secret")
    func events() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      _ = try await stage.refresh(app.refreshToken)
      #expect(stage.events.all.map(\.kind) == [.deviceAdmitted, .refreshed])
      #expect(stage.events.all.first?.device == String(stage.device.thumbprint.prefix(8)))
      #expect(!"\(stage.events.all)".contains(app.refreshToken))
    }

    @Test("An account name is taken once, and a short password is refused")
    func accounts() async throws {
      let stage = try await Stage()
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      await #expect(throws: TrustServerError.accountExists) {
        try await stage.desk.addAccount(user: "ada", password: Secret(copying: password))
      }
      await #expect(throws: TrustServerError.accountUnusable) {
        try await stage.desk.addAccount(user: "bob", password: Secret(copying: Array("short".utf8)))
      }
    }
  }
#endif
