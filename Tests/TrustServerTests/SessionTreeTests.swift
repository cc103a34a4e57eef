#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct SessionTreeTests {
    private func revoke(_ stage: Stage, _ token: String) async throws -> Int {
      await stage.send(
        "POST", .revoke,
        [
          "content-type": "application/x-www-form-urlencoded", TrustRoute.proofHeader: try await stage.proof(.revoke),
        ], FormBody(["token": token]).bytes
      ).status
    }

    @Test("Ending an app's session ends those that people opened through it", arguments: StoreKind.allCases)
    func appEndsUsers(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let elsewhere = try await Stage(store: stage.store, clock: stage.clock)
      let (app, other) = (try await stage.app(), try await elsewhere.app())
      let (user, apart) = (try await stage.user(app), try await elsewhere.user(other))
      #expect(try await revoke(stage, app.refreshToken) == 200)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(await stage.check(user, .user) == .sessionEnded)
      #expect(try await elsewhere.refresh(apart.refreshToken).status == 200)
      #expect(try await elsewhere.refresh(other.refreshToken).status == 200)
    }

    @Test(
      "An app session that runs out of time ends those that people opened through it, without being presented",
      arguments: StoreKind.allCases)
    func appRunsOut(kind: StoreKind) async throws {
      let stage = try await Stage(
        policy: Stage.policy { $0.serverInactivity = $0.refreshToken }, store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let first = try await stage.user(app)
      stage.clock.advance(Stage.days(14) - 60)
      let user = try await stage.renewed(first.refreshToken)
      // It is told no longer than the app session lasts as it stands.
      #expect(user.expiresIn == 60 && user.refreshExpiresIn == 60)
      #expect(await stage.check(user, .user) == nil)
      stage.clock.advance(58)
      #expect(await stage.check(user, .user) == nil)
      #expect(try await stage.desk.liveSessions(user: "ada").count == 1)
      stage.clock.advance(2)
      #expect(await stage.check(user, .user) == .tokenExpired)
      #expect(try await stage.desk.liveSessions(user: "ada").isEmpty)
      #expect(try await stage.desk.liveSessions().isEmpty)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
    }

    @Test("A person's session goes on with an app session that goes on", arguments: StoreKind.allCases)
    func appGoesOn(kind: StoreKind) async throws {
      let stage = try await Stage(
        policy: Stage.policy { $0.serverInactivity = $0.refreshToken }, store: try kind.make())
      try await stage.addAda()
      var app = try await stage.app()
      var user = try await stage.user(app)
      for _ in 0..<3 {
        stage.clock.advance(Stage.days(9))
        app = try await stage.renewed(app.refreshToken)
        user = try await stage.renewed(user.refreshToken)
        #expect(await stage.check(user, .user) == nil)
      }
    }

    @Test("Ending a person's session leaves the app's alone", arguments: StoreKind.allCases)
    func userLeavesApp(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let (one, two) = (try await stage.user(app), try await stage.user(app))
      #expect(try await revoke(stage, one.refreshToken) == 200)
      #expect(reason(try await stage.refresh(one.refreshToken)) == .sessionEnded)
      #expect(try await stage.refresh(two.refreshToken).status == 200)
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test(
      "Revoking any generation ends the newest, also one whose row is gone", arguments: StoreKind.allCases, [0, 1, 25])
    func anyGeneration(kind: StoreKind, age: Int) async throws {
      let stage = try await Stage(store: try kind.make())
      let old = try await stage.app()
      var token = old.refreshToken
      for _ in 0..<age { token = try await stage.renewed(token).refreshToken }
      #expect(try await revoke(stage, old.refreshToken) == 200)
      #expect(reason(try await stage.refresh(token)) == .sessionEnded)
    }

    @Test("A revocation that races refreshes leaves nothing live", arguments: StoreKind.allCases)
    func racing(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      let wasAnswered = Locked(false)
      let answers = try await withThrowingTaskGroup(of: [TrustAnswer].self) { group in
        group.addTask { () async throws -> [TrustAnswer] in
          // Not before a refresh was answered: else nobody might win.
          while !wasAnswered.value, !Task.isCancelled { await Task.yield() }
          let status = try await revoke(stage, first.refreshToken)
          #expect(status == 200)
          return []
        }
        for _ in 0..<19 {
          group.addTask {
            var answers: [TrustAnswer] = []
            // Whoever wins asks again, as after a lost answer, until the session is over.
            while answers.count < 10, answers.last.map({ $0.status == 200 }) ?? true {
              answers.append(try await stage.refresh(first.refreshToken))
              wasAnswered.set(true)
            }
            return answers
          }
        }
        return try await group.reduce(into: [TrustAnswer]()) { $0 += $1 }
      }
      let won = answers.filter { $0.status == 200 }
      let tokens = try Set(won.map { try TokenResponse(reading: $0.body).refreshToken })
      #expect(tokens.count == 1)
      for answer in answers where answer.status != 200 {
        #expect(answer.status == 400 && reason(answer) == .sessionEnded)
      }
      for token in tokens.union([first.refreshToken]) {
        #expect(reason(try await stage.refresh(token)) == .sessionEnded)
      }
    }

    @Test("Nobody signs in through an app session that has ended", arguments: StoreKind.allCases)
    func noOrphan(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      _ = try await revoke(stage, app.refreshToken)
      #expect(reason(try await stage.logIn(app)) == .sessionEnded)
      let live = try await stage.store.reading { rows throws(StoreError) in try rows.liveSessions(now: 0, limit: 9) }
      #expect(live.isEmpty)
    }

    @Test(
      "A policy change decides at the next refresh, by the last report, and ends nothing", arguments: StoreKind.allCases
    )
    func judgedAgain(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      var policy = Stage.policy()
      policy.server.devices[.linux]?.minimumVersion = DottedVersion("13")
      let strict = try await stage.restarted(policy: policy)
      for token in [app.refreshToken, user.refreshToken] {
        let refusal = try RefusalBody(reading: try await strict.refresh(token).body)
        #expect(refusal.error == .accessDenied && refusal.reason == .deviceRefused && refusal.code == .osVersionTooLow)
      }
      #expect(strict.events.all.last?.kind == .deviceRefused)
      let again = try await stage.restarted()
      #expect(try await again.refresh(app.refreshToken).status == 200)
      #expect(try await again.refresh(user.refreshToken).status == 200)
    }

    @Test("What the device answered about itself is judged again, not only its version")
    func answersKept() async throws {
      var lenient = Stage.policy()
      lenient.server.devices[.linux]?.whenRooted = .allow
      let stage = try await Stage(policy: lenient, store: try StoreKind.file.make())
      let signal = Signal(
        probe: "p", category: .privilegedAccess, strength: .strong, family: .filesystem, observation: .detected)
      let tokens = try TokenResponse(reading: try await stage.enrol { $0.signals = [signal] }.body)
      let next = try await stage.renewed(tokens.refreshToken)
      let strict = try await stage.restarted()
      let refusal = try RefusalBody(reading: try await strict.refresh(next.refreshToken).body)
      #expect(refusal.code == .rejectedBecauseRooted)
      // A new report that passes opens the old session, too.
      _ = try await strict.app()
      #expect(try await strict.refresh(next.refreshToken).status == 200)
    }

    @Test("A policy that no longer admits the tier refuses its refreshes")
    func tier() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      var policy = Stage.policy()
      policy.server.unattested.mayLogIn = false
      let noLogin = try await stage.restarted(policy: policy)
      #expect(reason(try await noLogin.refresh(user.refreshToken)) == .unattestedRefused)
      let next = try await noLogin.renewed(app.refreshToken)
      policy.server.unattested.admitted = false
      let closed = try await stage.restarted(policy: policy)
      #expect(reason(try await closed.refresh(next.refreshToken)) == .unattestedRefused)
    }
  }
#endif
