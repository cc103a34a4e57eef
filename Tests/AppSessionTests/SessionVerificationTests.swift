import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionVerificationTests {
  @Test("Keys are fetched once, before the first token is asked for")
  func once() async throws {
    let stage = try await Stage.loggedIn()
    for _ in 0..<3 { try await stage.session.refresh(.user) }
    #expect(stage.server.keySets == 1)
    _ = try await stage.relaunched().token(.user)
    #expect(stage.server.keySets == 1)
  }

  @Test("A token of the server's next pinned key makes the keys be fetched again, and is kept")
  func rotated() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.use([.first, .second])
    stage.clock.advance(by: .seconds(60))
    #expect(try await stage.session.refresh(.user).refresh.exposedText() == "refresh-3")
    #expect(stage.server.keySets == 2)
    try await stage.session.refresh(.user)
    #expect(stage.server.keySets == 2)
  }

  @Test("A pair of a key that came with the last minute is asked for again while its refresh token may be presented")
  func rotatedSoon() async throws {
    var requirement = SessionRequirement()
    requirement.retryWindow = .seconds(30)
    let stage = try await Stage.loggedIn(requirement)
    stage.server.use([.first, .second])
    await #expect(throws: SessionError.tokenRefused(.keyUnknown)) { try await stage.session.refresh(.user) }
    // A third of the window later the keys are fetched, and the successor is the same.
    stage.clock.advance(by: .seconds(10))
    #expect(try await stage.session.refresh(.user).refresh.exposedText() == "refresh-3")
    #expect(stage.server.keySets == 2)
  }

  @Test("Tokens with invented keys do not make the keys be fetched all day, and are not kept")
  func invented() async throws {
    let server = Shared<(InMemoryTokenServer, String)?>(nil)
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      guard let (server, device) = server.value else { return nil }
      let good = server.tokens(.user, refresh: "refresh-9", for: device)
      let forged = TestTokenIssuer.second.token(
        TestTokenIssuer.claims(
          issuer: InMemoryTokenServer.issuer, kind: .user, subject: "ada", session: "s", device: device,
          boundKey: device, now: 1_800_000_000, identifier: "x"))
      return TokenAnswer(
        .success(
          TokenResponse(
            accessToken: forged, refreshToken: "refresh-9", tokenType: good.tokenType, expiresIn: 1800,
            tier: .unattested)))
    }
    server.change { [stage] in $0 = (stage.server, stage.key.publicKey.thumbprint) }
    for _ in 0..<20 {
      await #expect(throws: SessionError.tokenRefused(.keyUnknown)) { try await stage.session.refresh(.user) }
    }
    #expect(stage.server.keySets == 1)
    stage.clock.advance(by: .seconds(60))
    for _ in 0..<20 {
      await #expect(throws: SessionError.tokenRefused(.keyUnknown)) { try await stage.session.refresh(.user) }
    }
    #expect(stage.server.keySets == 2)
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-2")
    #expect(try await stage.session.state() == .active)
  }

  @Test(
    "A token for somebody else, of another kind, over, or not bound to this device is named, refused and not kept",
    arguments: ["issuer", "kind", "old", "early", "key", "none", "signature", "bearer"])
  func wrong(what: String) async throws {
    let stage = Stage { request, number throws(SessionError) in
      guard case .deviceReport(let device) = request, number == 1 else { return nil }
      let now: Int64 = 1_800_000_000
      var token = TestTokenIssuer.first.token(
        TestTokenIssuer.claims(
          issuer: what == "issuer" ? "https://other.test" : InMemoryTokenServer.issuer,
          kind: what == "kind" ? .user : .app, subject: device, session: "s", device: device,
          boundKey: what == "key" ? "somebody" : what == "none" || what == "bearer" ? nil : device,
          now: what == "old" ? now - 1801 : what == "early" ? now + 61 : now, identifier: "x"))
      if what == "signature" { token = String(token.dropLast(8)) + "AAAAAAAA" }
      return TokenAnswer(
        .success(
          TokenResponse(
            accessToken: token, refreshToken: "refresh-x", tokenType: what == "bearer" ? "Bearer" : "DPoP",
            expiresIn: 1800, tier: .unattested)))
    }
    let error: SessionError =
      switch what {
      case "issuer", "kind": .tokenRefused(.notForUs)
      case "old": .tokenRefused(.expired)
      case "early": .tokenRefused(.notYetValid)
      case "signature": .tokenRefused(.signatureInvalid)
      default: .tokenUnbound
      }
    await #expect(throws: error) { try await stage.session.enroll(report: stage.key.publicKey.thumbprint) }
    #expect(try await !stage.session.isEnrolled())
    #expect(stage.store.sealed == nil)
  }

  @Test("A server without a pinned key gives nothing that is kept")
  func noPinnedKey() async throws {
    let stage = Stage()
    let session = pinning([TestTokenIssuer.second.id], on: stage)
    // The second call comes before the server is asked for its keys again.
    for _ in 0..<2 {
      await #expect(throws: SessionError.unreadableAnswer(.missing(member: "keys"))) {
        try await session.enroll(report: "report")
      }
    }
    // Not asked before the keys were there: nothing was spent.
    #expect(stage.server.keySets == 1 && stage.server.asked.isEmpty && stage.store.sealed == nil)
  }

  @Test("A refresh token is not spent while the server has no pinned key, however often somebody asks")
  func noPinnedKeyToRefresh() async throws {
    let stage = try await Stage.loggedIn()
    let session = pinning([TestTokenIssuer.second.id], on: stage)
    for kind in [TokenKind.user, .user, .app, .app] {
      await #expect(throws: SessionError.unreadableAnswer(.missing(member: "keys"))) {
        try await session.refresh(kind)
      }
    }
    #expect(stage.server.keySets == 2 && stage.server.asked.count == 2)
    stage.server.use([.first, .second])
    stage.clock.advance(by: .seconds(20))
    #expect(try await session.refresh(.user).refresh.exposedText() == "refresh-3")
  }

  /// Another launch, whose policy knows these keys.
  private func pinning(_ keys: [String], on stage: Stage) -> Session {
    let other = EnvironmentRequirement(
      endpoint: InMemoryTokenServer.issuer, pins: [], tokenKeys: keys, loginKey: "")
    return Session(
      requirement: SessionRequirement(), environment: other, store: stage.store, revocations: stage.revocations,
      exchange: stage.server, key: stage.key,
      surroundings: SessionSurroundings(
        clock: { stage.clock.reading }, sleep: { _ in }, identifier: { "0123456789abcdef" }),
      random: SeededGenerator(seed: 1))
  }
}
