import AppSession
import SecurityTesting
import Testing
import TrustWire

/// A login by an AppToken that this device takes for good and the server does not: its key was removed, or its clock differs.
@Suite(.timeLimit(.minutes(15))) struct LoginRenewalTests {
  @Test(
    "A login whose AppToken the server refuses renews that and is sent once more, sealed anew",
    arguments: [RefusalReason.tokenInvalid, .tokenExpired])
  func renewed(reason: RefusalReason) async throws {
    let stage = Stage { _, number throws(SessionError) in number == 2 ? Stage.refused(reason) : nil }
    try await stage.logIn()
    #expect(try await stage.session.state() == .active)
    let asked = stage.server.asked
    try #require(asked.count == 4)
    #expect(asked[2].request == .refresh(token: "refresh-1"))
    let held = try await stage.session.token(.app).access.exposedText()
    #expect(asked[3].appToken == held && asked[1].appToken != held)
    #expect(asked[3].request != asked[1].request)
    #expect(asked[3].proof != nil)
  }

  @Test("A server that refuses every AppToken is asked twice, and no renewal follows within ten seconds")
  func noLoop() async throws {
    let stage = Stage { request, _ throws(SessionError) in
      if case .userLogin = request { return Stage.refused(.tokenInvalid) }
      return nil
    }
    let refusal = SessionError.refused(RefusalBody(.invalidGrant, .tokenInvalid, "no"))
    try await stage.session.enroll(report: "report")
    for count in [4, 5] {
      await #expect(throws: refusal) { try await stage.signIn() }
      #expect(stage.server.asked.count == count)
    }
    stage.clock.advance(by: .seconds(10))
    await #expect(throws: refusal) { try await stage.signIn() }
    #expect(stage.server.asked.count == 8)
  }

  @Test("What else a login is refused for has no token renewed")
  func otherReasons() async throws {
    for reason in [RefusalReason.credentialsInvalid, .sessionEnded, .unattestedRefused] {
      let stage = Stage { _, number throws(SessionError) in number == 2 ? Stage.refused(reason) : nil }
      await #expect(throws: SessionError.refused(RefusalBody(.invalidGrant, reason, "no"))) {
        try await stage.logIn()
      }
      #expect(stage.server.asked.count == 2)
    }
  }

  @Test("Logins that are refused together share one renewal")
  func oneFlight() async throws {
    let (count, refused) = (8, Shared(0))
    let (server, first) = (Shared<InMemoryTokenServer?>(nil), Shared(""))
    let stage = Stage { request, number throws(SessionError) in
      guard case .userLogin = request, let asked = server.value?.asked, asked[number - 1].appToken == first.value else {
        return nil
      }
      refused.change { $0 += 1 }
      while refused.value < count { await Task.yield() }
      return Stage.refused(.tokenInvalid)
    }
    server.change { [stage] in $0 = stage.server }
    try await stage.session.enroll(report: "report")
    let token = try await stage.session.token(.app).access.exposedText()
    first.change { $0 = token }
    let callers = (0..<count).map { _ in Task { try await stage.signIn() } }
    for caller in callers { try await caller.value }
    #expect(stage.server.asked.count { $0.request == .refresh(token: "refresh-1") } == 1)
    #expect(refused.value == count)
    #expect(try await stage.session.state() == .active)
  }

  @Test("A login over a locked session renews the AppToken, too")
  func locked() async throws {
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      number == 3 ? Stage.refused(.tokenInvalid) : nil
    }
    try await stage.session.judge(.lock)
    try await stage.signIn()
    #expect(stage.server.asked.count == 5)
    #expect(stage.server.asked[3].request == .refresh(token: "refresh-1"))
  }
}
