import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionRefreshTests {
  @Test("A token is refreshed within a minute of its end and not before")
  func stale() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(1739))
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-2")
    stage.clock.advance(by: .seconds(1))
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-3")
    let asked = try #require(stage.server.asked.last)
    #expect(asked.request == .refresh(token: "refresh-2") && asked.proof?.key == stage.key.publicKey)
  }

  @Test("Ten thousand callers at once make one exchange, and all get its token")
  func storm() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    stage.clock.advance(by: .seconds(1800))
    let before = stage.looks.value
    let callers = 10_000
    let tokens = try await withThrowingTaskGroup(of: TokenPair.self) { group in
      for _ in 0..<callers { group.addTask { try await stage.session.token(.user) } }
      // Each caller reads the clock on its way in: then everybody waits for the exchange.
      while stage.looks.value < before + callers { await Task.yield() }
      gate.open()
      var tokens: [TokenPair] = []
      for try await token in group { tokens.append(token) }
      return tokens
    }
    let first = try #require(tokens.first)
    #expect(tokens.count == callers && tokens.allSatisfy { $0.access === first.access })
    #expect(first.refresh.exposedText() == "refresh-3")
    #expect(stage.server.asked.count == 3)
  }

  @Test("Callers whose request was refused with an old token get the new one without another exchange")
  func refusedLate() async throws {
    let stage = try await Stage.loggedIn()
    let old = try await stage.session.token(.user)
    let new = try await stage.session.refresh(.user, insteadOf: old)
    for _ in 0..<50 { #expect(try await stage.session.refresh(.user, insteadOf: old).access === new.access) }
    #expect(stage.server.asked.count == 3)
    // One that is ten seconds old may be at fault, a newer one is not.
    #expect(try await stage.session.refresh(.user, insteadOf: new).access === new.access)
    stage.clock.advance(by: .seconds(10))
    #expect(try await stage.session.refresh(.user, insteadOf: new).access !== new.access)
  }

  @Test("Cancelling a caller does not cancel the exchange: the new tokens are kept")
  func cancelled() async throws {
    let gate = Gate()
    let wasCancelled = Shared(false)
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      if Task.isCancelled { wasCancelled.change { $0 = true } }
      return nil
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    caller.cancel()
    gate.open()
    _ = await caller.result
    #expect(!wasCancelled.value)
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-3")
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-3")
    #expect(stage.server.asked.count == 3)
  }

  @Test("A lost answer keeps the old refresh token, which is asked again and brings the same successor")
  func lostAnswer() async throws {
    let server = Shared<InMemoryTokenServer?>(nil)
    let stage = try await Stage.loggedIn { request, number throws(SessionError) in
      // The server does its part, and what it says never arrives.
      if number == 3 {
        _ = try await server.value?.exchange(request, appToken: nil, proof: nil)
        throw .untrustedServer("pin")
      }
      return nil
    }
    server.change { [stage] in $0 = stage.server }
    await #expect(throws: SessionError.untrustedServer("pin")) { try await stage.session.refresh(.user) }
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-2")
    try await stage.session.refresh(.user)
    #expect(stage.server.asked.last?.request == .refresh(token: "refresh-2"))
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-3")
  }

  @Test("Rotated tokens that cannot be saved are given to nobody, and saved before the server is asked again")
  func saveFailure() async throws {
    let stage = try await Stage.loggedIn()
    stage.store.isFailing = true
    await #expect(throws: SessionError.storage) { try await stage.session.refresh(.user) }
    // The old access token is still good and goes on meanwhile.
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-2")
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-2")
    await #expect(throws: SessionError.storage) { try await stage.session.refresh(.user) }
    #expect(stage.server.asked.count == 3)
    stage.store.isFailing = false
    #expect(try await stage.session.refresh(.user).refresh.exposedText() == "refresh-3")
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-3")
    #expect(stage.server.asked.count == 3)
  }

  @Test("A pair that waited for the store until its access token was over is renewed before it is given out")
  func savedLate() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (1800, 500_000, nil))
    stage.store.isFailing = true
    await #expect(throws: SessionError.storage) { try await stage.session.refresh(.user) }
    stage.clock.advance(by: .seconds(1900))
    stage.store.isFailing = false
    let pair = try await stage.session.token(.user)
    #expect(stage.server.asked.last?.request == .refresh(token: "refresh-3"))
    #expect(pair.refresh.exposedText() == "refresh-4")
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-4")
  }

  @Test("After a crash between the rotation and its saving the old token brings the same successor")
  func crashBeforeSave() async throws {
    let stage = try await Stage.loggedIn()
    stage.store.isFailing = true
    await #expect(throws: SessionError.storage) { try await stage.session.refresh(.user) }
    stage.store.isFailing = false
    let next = stage.relaunched()
    #expect(try await next.refresh(.user).refresh.exposedText() == "refresh-3")
    #expect(try await next.refresh(.user).refresh.exposedText() == "refresh-4")
    #expect(try await next.state() == .active)
  }

  @Test("What is given out lies in the store already")
  func storedFirst() async throws {
    let stage = try await Stage.loggedIn()
    for _ in 0..<5 {
      let pair = try await stage.session.refresh(.user)
      #expect(try await stage.stored()?.user?.refresh.exposedText() == pair.refresh.exposedText())
    }
  }

  @Test("No answer is asked for five times, with growing random pauses, and ends nothing however often")
  func unreachable() async throws {
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in throw .unreachable }
    for _ in 0..<12 { await #expect(throws: SessionError.unreachable) { try await stage.session.refresh(.user) } }
    #expect(stage.server.asked.count == 2 + 12 * 5)
    #expect(stage.sleeper.all.count == 12 * 4)
    for (index, wait) in stage.sleeper.all.enumerated() {
      #expect(wait >= .zero && wait <= RefreshBackoff(failures: index % 4 + 1).ceiling)
    }
    #expect(Set(stage.sleeper.all).count > 20)
    #expect(try await stage.session.state() == .active)
    #expect(try await stage.stored()?.memory.failures == 0)
  }

  @Test("A server that comes back between the tries is enough")
  func comesBack() async throws {
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      if number < 7 { throw number == 4 ? .busy(.unavailable, retryAfter: nil) : .unreachable }
      return nil
    }
    #expect(try await stage.session.refresh(.user).refresh.exposedText() == "refresh-3")
    #expect(stage.server.asked.count == 7)
  }

  @Test("A token that is still good is given out while the server cannot be reached")
  func goodWhileOffline() async throws {
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in throw .unreachable }
    stage.clock.advance(by: .seconds(1745))
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-2")
    stage.clock.advance(by: .seconds(60))
    await #expect(throws: SessionError.unreachable) { try await stage.session.token(.user) }
  }

  @Test("Retry-After is the least that is waited, and the jitter comes on top")
  func retryAfter() async throws {
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      number == 3 ? Stage.refused(.rateLimited, hints: AnswerHints(retryAfter: .seconds(17))) : nil
    }
    try await stage.session.refresh(.user)
    let wait = try #require(stage.sleeper.all.first)
    #expect(stage.sleeper.all.count == 1 && wait >= .seconds(17) && wait <= .seconds(18))
  }

  @Test("A server that asks for more patience than a caller has is left alone until then")
  func longRetryAfter() async throws {
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      number == 3 ? Stage.refused(.unavailable, hints: AnswerHints(retryAfter: .seconds(120))) : nil
    }
    let first = SessionError.busy(.unavailable, retryAfter: .seconds(120))
    await #expect(throws: first) { try await stage.session.refresh(.user) }
    stage.clock.advance(by: .seconds(100))
    let second = SessionError.busy(.unavailable, retryAfter: .seconds(20))
    await #expect(throws: second) { try await stage.session.refresh(.app) }
    #expect(stage.server.asked.count == 3 && stage.sleeper.all.isEmpty)
    stage.clock.advance(by: .seconds(20))
    try await stage.session.refresh(.user)
    #expect(try await stage.session.state() == .active)
  }

  @Test("A server that asks for its nonce gets it, once per answer, and every later proof has it")
  func nonce() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.require(nonce: "n-1")
    try await stage.session.refresh(.user)
    #expect(stage.server.asked.count == 4)
    try await stage.session.refresh(.user)
    #expect(stage.server.asked.count == 5 && stage.server.asked.last?.proof?.nonce == "n-1")
    stage.server.require(nonce: "n-2")
    try await stage.session.refresh(.app)
    #expect(stage.server.asked.count == 7)
    let headers = try await stage.session.headers(method: "GET", address: "https://trust.test/x")
    let user = try await stage.session.token(.user).access.exposedText()
    let proof = try ProofOfPossession.verify(
      try #require(headers.first { $0.name == "DPoP" }?.value), method: "GET", address: "https://trust.test/x",
      token: user, now: stage.clock.reading.wall)
    #expect(proof.nonce == "n-2")
  }

  @Test("A server that never takes its own nonce is asked twice and not for ever")
  func nonceLoop() async throws {
    let numbers = Shared(0)
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      numbers.change { $0 += 1 }
      return Stage.refused(.nonceNeeded, hints: AnswerHints(nonce: "n-\(number)"))
    }
    await #expect(throws: SessionError.self) { try await stage.session.refresh(.user) }
    #expect(numbers.value == 2)
  }

  @Test("A device whose clock is an hour off learns the server's time from the first refusal")
  func skew() async throws {
    for ahead in [Int64(-3600), 3600] {
      let stage = Stage()
      stage.ahead.change { $0 = ahead }
      try await stage.logIn()
      #expect(stage.server.asked.count == 3)
      try await stage.session.refresh(.user)
      #expect(stage.server.asked.count == 4)
      // The device's clock is set right: the next answer notes that.
      stage.ahead.change { $0 = 0 }
      try await stage.session.refresh(.user)
      try await stage.session.refresh(.user)
      #expect(try await stage.session.state() == .active)
    }
  }

  @Test("A refused request is sent again with renewed tokens, once")
  func authorized() async throws {
    let stage = try await Stage.loggedIn()
    let sent = Shared<[String]>([])
    let answer = try await stage.session.authorized(method: "GET", address: "https://trust.test/x") {
      headers throws(SessionError) in
      sent.change { $0.append(headers.first { $0.name == "Authorization" }?.value ?? "") }
      if sent.value.count == 1 { throw .refused(RefusalBody(.invalidToken, .tokenExpired, "no")) }
      return 7
    }
    #expect(answer == 7 && Set(sent.value).count == 2 && stage.server.asked.count == 4)
    stage.clock.advance(by: .seconds(10))
    await #expect(throws: SessionError.refused(RefusalBody(.invalidToken, .tokenExpired, "no"))) {
      try await stage.session.authorized(method: "GET", address: "https://trust.test/x") {
        _ throws(SessionError) -> Int in
        sent.change { $0.append("again") }
        throw .refused(RefusalBody(.invalidToken, .tokenExpired, "no"))
      }
    }
    #expect(sent.value.count == 4)
  }

  @Test("A route that refuses every token makes its callers renew once in ten seconds, another server's for one kind")
  func noStorm() async throws {
    let foreign = CallRule.refusal(
      status: 401, authenticate: [#"Bearer error="invalid_token""#], nonce: nil, body: [UInt8]())
    for (body, kinds) in [(try #require(foreign), 1), (RefusalBody(.invalidToken, .tokenInvalid, "no"), 2)] {
      let stage = try await Stage.loggedIn()
      let sent = Shared(0)
      for round in 1...3 {
        for _ in 0..<10 {
          await #expect(throws: SessionError.refused(body)) {
            try await stage.session.authorized(method: "GET", address: "https://trust.test/x") {
              _ throws(SessionError) -> Int in
              sent.change { $0 += 1 }
              throw .refused(body)
            }
          }
        }
        #expect(stage.server.asked.count == 2 + round * kinds && sent.value == round * 11)
        stage.clock.advance(by: .seconds(10))
      }
    }
  }
}
