#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// A device that reports again gets another app session.
  @Suite struct SecondReportTests {
    /// Two hours without a use end a session.
    private func hasty(_ kind: StoreKind) async throws -> Stage {
      let stage = try await Stage(policy: Stage.policy { $0.serverInactivity = .seconds(7200) }, store: try kind.make())
      try await stage.addAda()
      return stage
    }

    private func revoke(_ stage: Stage, _ token: TokenResponse) async throws -> Int {
      await stage.send(
        "POST", .revoke,
        [
          "content-type": "application/x-www-form-urlencoded", TrustRoute.proofHeader: try await stage.proof(.revoke),
        ], FormBody(["token": token.refreshToken]).bytes
      ).status
    }

    @Test(
      "A device that reports again signs nobody out, and its newer app session ends its people's like the one before",
      arguments: StoreKind.allCases)
    func reportsAgain(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      var user = try await stage.user(try await stage.app())
      stage.clock.advance(3600)
      var app = try await stage.app()
      for turn in 0..<4 {
        if turn > 0 { stage.clock.advance(3600) }
        app = try await stage.renewed(app.refreshToken)
        user = try await stage.renewed(user.refreshToken)
        #expect(user.expiresIn == 1800 && user.refreshExpiresIn == 7200, "\(turn)")
        #expect(await stage.check(user, .user) == nil)
      }
      #expect(try await stage.desk.liveSessions(user: "ada").count == 1)
      #expect(try await revoke(stage, app) == 200)
      #expect(await stage.check(user, .user) == .sessionEnded)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
    }

    @Test(
      "A report whose answer was lost costs nothing: app and person go on with what they have",
      arguments: StoreKind.allCases)
    func lostAnswer(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      var app = try await stage.app()
      var user = try await stage.user(app)
      stage.clock.advance(60)
      _ = try await stage.app()
      for _ in 0..<4 {
        stage.clock.advance(3600)
        app = try await stage.renewed(app.refreshToken)
        user = try await stage.renewed(user.refreshToken)
        #expect(await stage.check(user, .user) == nil)
      }
      #expect(try await revoke(stage, app) == 200)
      #expect(await stage.check(user, .user) == .sessionEnded)
    }

    @Test(
      "The first refresh of a newer app session, or the first login by it, ends the one before and no person's",
      arguments: StoreKind.allCases, [true, false])
    func replaced(kind: StoreKind, byLogin: Bool) async throws {
      let stage = try await hasty(kind)
      let old = try await stage.renewed(try await stage.app().refreshToken)
      let user = try await stage.user(old)
      stage.clock.advance(60)
      let new = try await stage.app()
      #expect(await stage.check(old) == nil)
      if byLogin { _ = try await stage.user(new) } else { _ = try await stage.renewed(new.refreshToken) }
      #expect(await stage.check(old) == .sessionEnded)
      #expect(reason(try await stage.refresh(old.refreshToken)) == .sessionEnded)
      #expect(await stage.check(user, .user) == nil)
      #expect(try await stage.refresh(user.refreshToken).status == 200)
    }

    @Test(
      "Whoever ends an app session that was not used yet ends the one before, too, and its people's",
      arguments: StoreKind.allCases)
    func unusedEnds(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      let old = try await stage.app()
      let user = try await stage.user(old)
      #expect(try await revoke(stage, try await stage.app()) == 200)
      #expect(await stage.check(old) == .sessionEnded)
      #expect(await stage.check(user, .user) == .sessionEnded)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
    }

    @Test("An app session that time has ended leaves people to the newer one", arguments: StoreKind.allCases)
    func oldRunsOut(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      let old = try await stage.app()
      let first = try await stage.user(old)
      stage.clock.advance(3600)
      _ = try await stage.app()
      let user = try await stage.renewed(first.refreshToken)
      stage.clock.advance(3600)
      #expect(reason(try await stage.refresh(old.refreshToken)) == .sessionIdle)
      #expect(try await stage.refresh(user.refreshToken).status == 200)
    }

    @Test(
      "A person's session that ran out with its app's does not come back with another",
      arguments: StoreKind.allCases)
    func noRevival(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      let first = try await stage.user(try await stage.app())
      stage.clock.advance(3600)
      let user = try await stage.renewed(first.refreshToken)
      stage.clock.advance(3600)
      let app = try await stage.app()
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      _ = try await stage.renewed(app.refreshToken)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(try await stage.desk.liveSessions(user: "ada").isEmpty)
    }

    @Test(
      "App sessions that a device never uses do not pile up, and the one in use stays",
      arguments: StoreKind.allCases)
    func unusedPile(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      let app = try await stage.app()
      let user = try await stage.user(app)
      for _ in 0..<6 {
        stage.clock.advance(1)
        _ = try await stage.app()
      }
      let device = stage.device.thumbprint
      let open = try await stage.store.reading { rows throws(StoreError) in try rows.openApps(device: device) }
      #expect(open.count == 4)
      _ = try await stage.renewed(app.refreshToken)
      #expect(await stage.check(user, .user) == nil)
    }

    @Test(
      "A report that finds the device rooted ends all its sessions at once, used or not",
      arguments: StoreKind.allCases)
    func compromised(kind: StoreKind) async throws {
      let stage = try await hasty(kind)
      let old = try await stage.app()
      let user = try await stage.user(old)
      stage.clock.advance(1)
      let new = try await stage.app()
      #expect(try await stage.enrol { $0.isRooted = .yes }.status == 400)
      #expect(await stage.check(user, .user) == .sessionEnded)
      for app in [old, new] { #expect(await stage.check(app) == .sessionEnded) }
    }
  }
#endif
