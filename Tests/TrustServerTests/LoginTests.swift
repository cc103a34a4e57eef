#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct LoginTests {
    private func stage(_ store: any TrustStore = InMemoryTrustStore(), _ change: (inout Policy) -> Void = { _ in })
      async throws -> Stage
    {
      var policy = Stage.policy()
      change(&policy)
      let stage = try await Stage(policy: policy, store: store)
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      return stage
    }

    @Test("A recorded login is good once, until its challenge ends, and only for a challenge of this server")
    func once() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      let sealed = try await stage.credential()
      #expect(try await stage.logIn(app, sealed: sealed).status == 200)
      #expect(reason(try await stage.logIn(app, sealed: sealed)) == .replayed)
      let never = try await stage.credential(challenge: String(repeating: "A", count: 43))
      #expect(reason(try await stage.logIn(app, sealed: never)) == .challengeUnknown)
      let late = try await stage.credential()
      stage.clock.advance(300)
      #expect(reason(try await stage.logIn(app, sealed: late)) == .challengeUnknown)
    }

    @Test("A login made on one device is no good on another, and using it there costs the owner nothing")
    func device() async throws {
      let store = InMemoryTrustStore()
      let stage = try await stage(store)
      let app = try await stage.app()
      let sealed = try await stage.credential()
      let thief = try await Stage(store: store)
      #expect(reason(try await thief.logIn(try await thief.app(), sealed: sealed)) == .credentialsInvalid)
      #expect(try await stage.logIn(app, sealed: sealed).status == 200)
    }

    @Test(
      "A challenge is good for what it was asked for alone, and what it is misused for leaves it fresh",
      arguments: StoreKind.allCases)
    func purposes(kind: StoreKind) async throws {
      let stage = try await stage(try kind.make())
      let app = try await stage.app()
      func report(_ challenge: String) async throws -> TrustAnswer {
        await stage.token(.deviceReport(compact: try await stage.sign(.report, stage.report(challenge).bytes)))
      }
      func logIn(_ challenge: String) async throws -> TrustAnswer {
        try await stage.logIn(app, sealed: try await stage.credential(challenge: challenge))
      }
      let forReport = try await stage.challenge(for: .report)
      #expect(reason(try await logIn(forReport)) == .challengeUnknown)
      #expect(try await report(forReport).status == 200)
      let forLogin = try await stage.challenge(for: .login)
      #expect(reason(try await report(forLogin)) == .challengeUnknown)
      #expect(try await logIn(forLogin).status == 200)
      #expect(reason(try await logIn(try await stage.challenge(for: .password))) == .challengeUnknown)
    }

    @Test("Only known purposes get a challenge, and none named is a report")
    func purposeNames() async throws {
      let stage = try await stage()
      func ask(_ query: String) async -> TrustAnswer {
        await stage.desk.respond(
          to: TrustRequest(method: "GET", path: TrustRoute.challenge.rawValue, query: query, peer: "p"))
      }
      for query in ["for=", "for", "for=records", "for=login&for=report", "to=login", "for=LOGIN", "for=login="] {
        #expect(await ask(query).status == 400, "\(query)")
      }
      let challenge = try ChallengeMessage(reading: await ask("").body).challenge
      let signed = try await stage.sign(.report, stage.report(challenge).bytes)
      #expect(await stage.token(.deviceReport(compact: signed)).status == 200)
    }

    @Test("Of fifty parallel uses of one challenge one passes", arguments: 0..<2)
    func parallel(store: Int) async throws {
      let rows: any TrustStore = store == 0 ? InMemoryTrustStore() : try SQLiteTrustStore(path: temporaryFile())
      let stage = try await Stage(store: rows)
      let report = try await stage.sign(.report, stage.report(try await stage.challenge()).bytes)
      let answers = await withTaskGroup(of: TrustAnswer.self) { group in
        for _ in 0..<50 { group.addTask { await stage.token(.deviceReport(compact: report)) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.filter { $0.status != 200 }.allSatisfy { reason($0) == .replayed })
    }

    @Test("Name and password without encryption are refused unless the policy leaves it to TLS")
    func plain() async throws {
      func logIn(_ stage: Stage, _ app: TokenResponse, _ password: String) async throws -> TrustAnswer {
        await stage.token(
          .plainLogin(user: "ada", password: password),
          [
            TrustRoute.appTokenHeader: app.accessToken,
            TrustRoute.proofHeader: try await stage.proof(.token, token: app.accessToken),
          ])
      }
      let strict = try await stage()
      #expect(reason(try await logIn(strict, try await strict.app(), "correct horse")) == .credentialsInvalid)
      let plain = try await stage { $0.session.loginEncryption = .transport }
      let app = try await plain.app()
      #expect(try await logIn(plain, app, "correct horse").status == 200)
      #expect(reason(try await logIn(plain, app, "wrong")) == .credentialsInvalid)
      #expect(reason(try await logIn(plain, app, String(repeating: "p", count: 1025))) == .malformed)
      // The encrypted form is still taken.
      #expect(try await plain.logIn(app).status == 200)
    }

    @Test("A person's session ends with the installation's that it was opened through, not the other way round")
    func family() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      let form = ["content-type": "application/x-www-form-urlencoded"]
      _ = await stage.send("POST", .revoke, form, FormBody(["token": app.refreshToken]).bytes)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(reason(try await stage.logIn(app)) == .sessionEnded)
    }
  }
#endif
