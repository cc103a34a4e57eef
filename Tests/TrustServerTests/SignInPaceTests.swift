#if Server
  import Crypto
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// How often passwords are looked at, right ones included.
  @Suite struct SignInPaceTests {
    private func stage(_ pace: SignInPace) async throws -> Stage {
      var options = Stage.Options()
      options.pace = pace
      let stage = try await Stage(options: options)
      try await stage.addAda()
      return stage
    }

    /// A login of another device at the same desk.
    private func logIn(_ stage: Stage, by key: P256.Signing.PrivateKey) async throws -> TrustAnswer {
      let report = try await stage.sign(.report, stage.report(try await stage.challenge()).bytes, by: key)
      let app = try TokenResponse(reading: await stage.token(.deviceReport(compact: report)).body)
      return await stage.token(
        .userLogin(sealedCredential: try await stage.credential(by: key)),
        [
          TrustRoute.appTokenHeader: app.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.token, token: app.accessToken, by: key),
        ])
    }

    @Test func `One device asks for so many logins a minute, whatever the names, and stops no other device`()
      async throws
    {
      let stage = try await stage(SignInPace(perDevice: 3, perName: 1000))
      let app = try await stage.app()
      for turn in 0..<3 {
        #expect(reason(try await stage.logIn(app, user: "u\(turn)", password: "wrong")) == .credentialsInvalid)
      }
      let over = try await stage.logIn(app)
      #expect(over.status == 429 && over.headers["retry-after"] == "20")
      #expect(try await logIn(stage, by: P256.Signing.PrivateKey()).status == 200)
      stage.clock.advance(20)
      #expect(try await stage.logIn(app).status == 200)
      #expect(try await stage.logIn(app).status == 429)
    }

    @Test func `Right logins of one's own account are counted for the device, too`() async throws {
      let stage = try await stage(SignInPace(perDevice: 2, perName: 1000))
      let app = try await stage.app()
      #expect(try await stage.logIn(app).status == 200)
      #expect(try await stage.logIn(app).status == 200)
      #expect(reason(try await stage.logIn(app)) == .rateLimited)
    }

    @Test func `A change of the password counts for the device as a login does`() async throws {
      let stage = try await stage(SignInPace(perDevice: 2, perName: 1000))
      let user = try await stage.user(try await stage.app())
      let person = try await stage.desk.check(user.accessToken, kind: .user)
      var reasons: [RefusalReason?] = []
      for _ in 0..<2 {
        do throws(RefusalBody) {
          _ = try await stage.desk.changePassword(
            of: person, old: Secret(copying: Array("wrong".utf8)), new: Secret(copying: Array("battery staple".utf8)),
            address: nil)
        } catch { reasons.append(error.reason) }
      }
      #expect(reasons == [.credentialsInvalid, .rateLimited])
    }

    @Test func `Right logins with one name are so many a minute, and those beyond count as no wrong ones`() async throws
    {
      let stage = try await stage(SignInPace(perDevice: 1000, perName: 3))
      let app = try await stage.app()
      for _ in 0..<3 { #expect(try await stage.logIn(app).status == 200) }
      for _ in 0..<6 {
        let over = try await stage.logIn(app)
        #expect(over.status == 429 && over.headers["retry-after"] == "20")
      }
      #expect(reason(try await stage.logIn(app, user: "nobody", password: "wrong")) == .credentialsInvalid)
      stage.clock.advance(20)
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test func `Guesses at a name that is locked take none of its logins`() async throws {
      let stage = try await stage(SignInPace(perDevice: 1000, perName: 7))
      let app = try await stage.app()
      for _ in 0..<5 { #expect(reason(try await stage.logIn(app, password: "wrong")) == .credentialsInvalid) }
      stage.clock.advance(870)
      for _ in 0..<30 { #expect(reason(try await stage.logIn(app, password: "wrong")) == .rateLimited) }
      stage.clock.advance(30)
      for _ in 0..<4 { #expect(try await stage.logIn(app).status == 200) }
    }

    @Test func `A device may ask for ten logins a minute, and a name has twenty`() {
      #expect(SignInPace().perDevice == 10 && SignInPace().perName == 20)
    }
  }
#endif
