import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionEndTests {
  @Test(
    "A refusal that names the end takes the tokens at once, on disk too, and tells the reason after a launch",
    arguments: [
      (RefusalReason.tokenReused, SessionEndReason.tokenReused), (.tokenExpired, .refreshExpired),
      (.tokenInvalid, .unknownToServer), (.sessionEnded, .endedElsewhere), (.sessionIdle, .serverIdle),
      (.sessionMaximum, .maximum),
    ])
  func ended(refusal: RefusalReason, reason: SessionEndReason) async throws {
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(refusal) }
    await #expect(throws: SessionError.ended(reason)) { try await stage.session.refresh(.user) }
    #expect(try await stage.session.state() == .ended(reason))
    #expect(try await stage.relaunched().state() == .ended(reason))
    await #expect(throws: SessionError.ended(reason)) { try await stage.relaunched().token(.user) }
    #expect(try await stage.stored()?.user == nil)
    #expect(try await stage.relaunched().isEnrolled())
    #expect(stage.server.asked.count == 3)
  }

  @Test("When the installation's token is refused for good, both tokens go")
  func appEnded() async throws {
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(.tokenReused) }
    await #expect(throws: SessionError.ended(.tokenReused)) { try await stage.session.refresh(.app) }
    let stored = try await stage.stored()
    #expect(stored?.app == nil && stored?.user == nil)
    #expect(try await stage.session.state() == .ended(.tokenReused))
  }

  @Test("Five refusals in a row end the session, and the fifth one does, across launches")
  func fiveFailures() async throws {
    let refusal = RefusalBody(.invalidGrant, .malformed, "no")
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(.malformed) }
    for _ in 1...3 {
      await #expect(throws: SessionError.refused(refusal)) { try await stage.session.refresh(.user) }
      stage.clock.advance(by: .seconds(10))
    }
    let next = stage.relaunched()
    await #expect(throws: SessionError.refused(refusal)) { try await next.refresh(.user) }
    #expect(try await next.isLoggedIn())
    stage.clock.advance(by: .seconds(10))
    await #expect(throws: SessionError.ended(.refreshFailures)) { try await next.refresh(.user) }
    #expect(try await stage.relaunched().state() == .ended(.refreshFailures))
    // The server does not know: it is told.
    #expect(try await next.pendingRevocations() == 1)
  }

  @Test("A success in between starts the count anew")
  func countRestarts() async throws {
    let stage = try await Stage.loggedIn { _, number in number == 7 ? nil : Stage.refused(.malformed) }
    for _ in 1...9 {
      _ = try? await stage.session.refresh(.user)
      stage.clock.advance(by: .seconds(10))
    }
    #expect(try await stage.session.isLoggedIn())
    _ = try? await stage.session.refresh(.user)
    #expect(try await !stage.session.isLoggedIn())
  }

  @Test("A server that refuses everybody for a moment signs nobody out: the refused token rests, its callers are told")
  func rests() async throws {
    let refusal = RefusalBody(.invalidGrant, .malformed, "no")
    let stage = try await Stage.loggedIn { _, number in number == 3 ? Stage.refused(.malformed) : nil }
    for _ in 1...50 {
      await #expect(throws: SessionError.refused(refusal)) { try await stage.session.refresh(.user) }
    }
    #expect(stage.server.asked.count == 3)
    // The other token goes on meanwhile.
    try await stage.session.refresh(.app)
    stage.clock.advance(by: .seconds(1))
    try await stage.session.refresh(.user)
    #expect(try await stage.session.state() == .active)
  }

  @Test("Five refusals take seven seconds at least, however often somebody asks")
  func refusalsTakeTime() async throws {
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(.malformed) }
    let start = stage.clock.reading.uptime
    while try await stage.session.isLoggedIn() {
      _ = try? await stage.session.refresh(.user)
      stage.clock.advance(by: .milliseconds(100))
    }
    #expect(stage.clock.reading.uptime - start >= .seconds(7) && stage.server.asked.count == 2 + 5)
  }

  @Test("An answer that nobody can read, an untrusted server and a request for patience are no refusals")
  func noRefusals() async throws {
    let errors: [SessionError] = [.untrustedServer("pin"), .unreadableAnswer(.wrongShape), .keyUnavailable]
    for error in errors {
      let stage = try await Stage.loggedIn { _, _ throws(SessionError) in throw error }
      for _ in 1...12 { await #expect(throws: error) { try await stage.session.refresh(.user) } }
      #expect(try await stage.session.state() == .active && stage.sleeper.all.isEmpty)
    }
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(.rateLimited) }
    for _ in 1...12 { _ = try? await stage.session.refresh(.user) }
    #expect(try await stage.session.state() == .active)
  }

  @Test("The session ends at the policy's maximum after login, to the second, and the AppToken stays")
  func maximum() async throws {
    let stage = try await Stage.loggedIn()
    for day in 1...29 {
      stage.clock.advance(by: .seconds(86400))
      try await stage.session.unlock()
      try await stage.session.refresh(.user)
      if day % 7 == 0 { try await stage.session.refresh(.app) }
    }
    stage.clock.advance(by: .seconds(86399))
    try await stage.session.unlock()
    _ = try await stage.session.token(.user)
    stage.clock.advance(by: .seconds(1))
    await #expect(throws: SessionError.ended(.maximum)) { try await stage.session.token(.user) }
    #expect(try await !stage.session.isLoggedIn())
    await #expect(throws: SessionError.ended(.maximum)) { try await stage.relaunched().token(.user) }
    _ = try await stage.session.token(.app)
  }

  @Test("What the server says of refresh and session times is kept and obeyed")
  func serverTimes() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (1800, 5000, 9000))
    #expect(try await stage.stored()?.user?.refreshEndsAt == stage.clock.reading.wall + 5000)
    stage.clock.advance(by: .seconds(5000))
    #expect(try await stage.session.state() == .ended(.refreshExpired))
    #expect(try await stage.relaunched().state() == .ended(.refreshExpired))
  }

  @Test("A refresh that was under way when the session was erased brings nothing back")
  func erased() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.erase()
    gate.open()
    await #expect(throws: SessionError.ended(.loggedOut)) { try await caller.value }
    #expect(try await !stage.session.isLoggedIn())
    #expect(stage.store.sealed == nil)
  }

  @Test("The refusal of an old session's token does not end the login that came after it")
  func lateRefusal() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { request, _ throws(SessionError) in
      guard case .refresh = request else { return nil }
      await gate.pass()
      return Stage.refused(.tokenReused)
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.signIn()
    let new = try await stage.session.token(.user)
    gate.open()
    _ = await caller.result
    #expect(try await stage.session.token(.user).access === new.access)
  }

  @Test("A session that ends by time while another token is saved leaves no half of itself")
  func endsWhileSaving() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn(lifetimes: (10_000, 5000, nil)) { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    let caller = Task { try await stage.session.refresh(.app) }
    while stage.server.asked.count < 3 { await Task.yield() }
    stage.clock.advance(by: .seconds(5000))
    gate.open()
    _ = await caller.result
    let stored = try #require(try await stage.stored())
    #expect(stored.user == nil && stored.memory.state == .ended(.refreshExpired))
    #expect(stored.app?.refresh.exposedText() == "refresh-3")
    await #expect(throws: SessionError.ended(.refreshExpired)) { try await stage.session.token(.user) }
  }

  @Test("Tokens that ended go from memory even when the store fails")
  func storeFails() async throws {
    let stage = try await Stage.loggedIn { _, _ in Stage.refused(.tokenReused) }
    stage.store.isFailing = true
    await #expect(throws: SessionError.self) { try await stage.session.refresh(.user) }
    await #expect(throws: SessionError.ended(.tokenReused)) { try await stage.session.token(.user) }
  }

  @Test("When the server's time ends a session everybody hears it, its tokens go, and the server is told")
  func endedByServerTime() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.restart(as: "boot-2", offFor: .seconds(40 * 86400))
    let next = stage.relaunched()
    try await next.unlock()
    let seen = Shared<[SessionState]>([])
    let states = try await next.states()
    let listener = Task { for await state in states { seen.change { $0.append(state) } } }
    try await next.refresh(.app)
    while seen.value.last != .ended(.maximum) { await Task.yield() }
    listener.cancel()
    #expect(seen.value == [.active, .ended(.maximum)])
    #expect(try await stage.stored()?.user == nil)
    #expect(try await next.pendingRevocations() == 1)
    await next.revokePending()
    #expect(stage.server.revoked == ["refresh-2"])
  }

  @Test(
    "A session that ends while it is saved is saved once more, as ended, and the server told what it cannot know",
    arguments: [(5000, nil, .refreshExpired, 0), (nil, 5000, .maximum, 1)] as [(Int64?, Int64?, SessionEndReason, Int)])
  func endsInTheSave(refresh: Int64?, session: Int64?, reason: SessionEndReason, told: Int) async throws {
    let stage = try await Stage.loggedIn(lifetimes: (10_000, refresh, session))
    let saves = Shared(0)
    stage.store.beforeSave { [clock = stage.clock] in
      saves.change { $0 += 1 }
      if saves.value == 1 { clock.advance(by: .seconds(5010)) }
    }
    _ = try? await stage.session.refresh(.app)
    stage.store.beforeSave(nil)
    let stored = try #require(try await stage.stored())
    #expect(stored.user == nil && stored.memory.state == .ended(reason))
    #expect(try await stage.session.pendingRevocations() == told)
  }

  @Test("The token of a session that time ended is put aside before its end is saved")
  func putAsideFirst() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (10_000, nil, 5000))
    let (gate, begun, aside) = (Gate(), Gate(), Shared<[Int]>([]))
    stage.store.beforeSave { [revocations = stage.revocations] in
      begun.open()
      await gate.pass()
      let kept = try? await revocations.load().entries.count
      aside.change { $0.append(kept ?? -1) }
    }
    let away = Task { try await stage.session.movedToBackground() }
    await begun.pass()
    let app = Task { try await stage.session.refresh(.app) }
    while stage.server.asked.count < 3 { await Task.yield() }
    // It stands behind the other save, and meanwhile the person's token ends.
    for _ in 0..<1000 { await Task.yield() }
    stage.clock.advance(by: .seconds(5010))
    gate.open()
    _ = await (away.result, app.result)
    stage.store.beforeSave(nil)
    #expect(aside.value == [0, 1])
    #expect(try await stage.stored()?.memory.state == .ended(.maximum))
  }

  @Test("A refresh token of a session that is over is not sent a second time")
  func notSentAgain() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return Stage.refused(.nonceNeeded, hints: AnswerHints(nonce: "n-9"))
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.logOut()
    gate.open()
    await #expect(throws: SessionError.ended(.loggedOut)) { try await caller.value }
    #expect(stage.server.asked.count == 3)
  }
}
