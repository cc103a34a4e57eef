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

    @Test("A challenge that a report has used is used up for a login, and the other way round")
    func purposes() async throws {
      let stage = try await stage()
      let challenge = try await stage.challenge()
      let report = try await stage.sign(.report, stage.report(challenge).bytes)
      let app = try TokenResponse(reading: await stage.token(.deviceReport(compact: report)).body)
      let sealed = try await stage.credential(challenge: challenge)
      #expect(reason(try await stage.logIn(app, sealed: sealed)) == .replayed)
      let next = try await stage.challenge()
      #expect(try await stage.logIn(app, sealed: try await stage.credential(challenge: next)).status == 200)
      let second = try await stage.sign(.report, stage.report(next).bytes)
      #expect(reason(await stage.token(.deviceReport(compact: second))) == .replayed)
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
