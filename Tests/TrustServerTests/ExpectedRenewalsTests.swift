#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct ExpectedRenewalsTests {
    @Test(
      "An access token says what the store says when that changed since the last refresh", arguments: StoreKind.allCases
    )
    func changed(kind: StoreKind) async throws {
      let stage = try await Stage(
        policy: Stage.policy { $0.serverInactivity = $0.refreshToken }, store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let first = try await stage.user(app)
      stage.clock.advance(Stage.days(14) - 60)
      let short = try await stage.renewed(first.refreshToken)
      #expect(short.expiresIn == 60)
      // The app session goes on: what was expected of the person's next token is too short now.
      _ = try await stage.renewed(app.refreshToken)
      let long = try await stage.renewed(short.refreshToken)
      #expect(long.expiresIn == 1800)
      #expect(stage.desk.foreseenRenewals == 0)
      stage.clock.advance(120)
      #expect(await stage.check(short, .user) == .tokenExpired)
      #expect(await stage.check(long, .user) == nil)
    }

    @Test("Each refresh of a chain gives a good token of its own, also when the same one is asked again")
    func chain() async throws {
      let stage = try await Stage()
      var token = try await stage.app()
      var seen: Set<String> = []
      for _ in 0..<6 {
        stage.clock.advance(7)
        let next = try await stage.renewed(token.refreshToken)
        let again = try await stage.renewed(token.refreshToken)
        #expect(next.refreshToken == again.refreshToken && next.accessToken != again.accessToken)
        for token in [next, again] {
          #expect(await stage.check(token) == nil)
          #expect(seen.insert(token.accessToken).inserted)
        }
        token = next
      }
      // Each but the first was signed while the store looked.
      #expect(stage.desk.foreseenRenewals == 5)
    }

    @Test("A session that another process ended is refused, whatever was expected of it")
    func elsewhere() async throws {
      let stage = try await Stage()
      let first = try await stage.renewed(try await stage.app().refreshToken)
      let other = try await stage.restarted()
      let status = await other.send(
        "POST", .revoke,
        [
          "content-type": "application/x-www-form-urlencoded", TrustRoute.proofHeader: try await other.proof(.revoke),
        ], FormBody(["token": first.refreshToken]).bytes
      ).status
      #expect(status == 200)
      #expect(reason(try await stage.refresh(first.refreshToken)) == .sessionEnded)
    }
  }
#endif
