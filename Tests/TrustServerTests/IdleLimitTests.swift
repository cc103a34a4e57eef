#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct IdleLimitTests {
    @Test("A refresh token ends after its lifetime, to the second", arguments: StoreKind.allCases)
    func lifetime(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      #expect(first.refreshExpiresIn == 14 * 86400 && first.sessionExpiresIn == nil)
      stage.clock.advance(14 * 86400 - 1)
      let second = try await stage.renewed(first.refreshToken)
      stage.clock.advance(14 * 86400)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .tokenExpired)
    }

    @Test(
      "A session that nobody uses ends at the idle limit, to the second, and says so", arguments: StoreKind.allCases)
    func idle(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.serverInactivity = .seconds(7200) }, store: try kind.make())
      let first = try await stage.app()
      #expect(first.refreshExpiresIn == 7200)
      stage.clock.advance(7199)
      let second = try await stage.renewed(first.refreshToken)
      #expect(second.refreshExpiresIn == 7200)
      stage.clock.advance(7200)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .sessionIdle)
      #expect(await stage.check(second) == .tokenExpired)
      stage.clock.advance(-600)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .sessionIdle)
    }

    @Test("A retry is no use: it prolongs nothing")
    func retry() async throws {
      let stage = try await Stage(policy: Stage.policy { $0.serverInactivity = .seconds(7200) })
      let first = try await stage.app()
      _ = try await stage.refresh(first.refreshToken)
      stage.clock.advance(7000)
      let again = try await stage.renewed(first.refreshToken)
      #expect(again.refreshExpiresIn == 200 && again.expiresIn == 200)
      stage.clock.advance(200)
      #expect(reason(try await stage.refresh(again.refreshToken)) == .sessionIdle)
    }

    @Test(
      "No refresh carries a person's session beyond its maximum, and its last tokens end with it",
      arguments: StoreKind.allCases)
    func maximum(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      var app = try await stage.app()
      var tokens = try await stage.user(app)
      #expect(tokens.sessionExpiresIn == Stage.days(30))
      for _ in 0..<3 {
        stage.clock.advance(10 * 86400 - 20)
        tokens = try await stage.renewed(tokens.refreshToken)
        app = try await stage.renewed(app.refreshToken)
      }
      #expect(tokens.expiresIn == 60 && tokens.refreshExpiresIn == 60 && tokens.sessionExpiresIn == 60)
      #expect(app.expiresIn == 1800 && app.refreshExpiresIn == 14 * 86400)
      stage.clock.advance(59)
      #expect(await stage.check(tokens, .user) == nil)
      stage.clock.advance(1)
      #expect(reason(try await stage.refresh(tokens.refreshToken)) == .sessionMaximum)
      stage.clock.advance(-30)
      #expect(reason(try await stage.refresh(tokens.refreshToken)) == .sessionMaximum)
      #expect(await stage.check(tokens, .user) == .sessionMaximum)
      // The installation speaks for nobody and lives on.
      stage.clock.advance(30)
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("A stricter policy ends sessions at once, a laxer one does not prolong what was told")
    func policyChange() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      stage.clock.advance(1000)
      let strict = try await stage.restarted(policy: Stage.policy { $0.maximum = .seconds(1000) })
      #expect(await strict.check(user, .user) == .sessionMaximum)
      #expect(reason(try await strict.refresh(user.refreshToken)) == .sessionMaximum)
      #expect(try await strict.refresh(app.refreshToken).status == 200)
    }

    @Test("An app session that ran out of time takes the persons' sessions with it")
    func parent() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      var user = try await stage.user(app)
      stage.clock.advance(7 * 86400)
      user = try await stage.renewed(user.refreshToken)
      stage.clock.advance(7 * 86400)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .tokenExpired)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
    }
  }
#endif
