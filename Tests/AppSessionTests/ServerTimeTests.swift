import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

/// A wall clock that is wrong neither ends a session nor keeps it open.
@Suite(.timeLimit(.minutes(15))) struct ServerTimeTests {
  private let fortnight: Int64 = 15 * 86400

  @Test("A wall clock that is weeks ahead ends nothing while the device runs, in this launch and in the next one")
  func ahead() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(120))
    stage.clock.setWall(stage.clock.reading.wall + fortnight * 4)
    #expect(try await stage.session.state() == .active)
    let next = stage.relaunched()
    #expect(try await next.state() == .active)
    // The clock is corrected by what the server said: the token is good still, and nobody is asked.
    #expect(try await next.token(.user).refresh.exposedText() == "refresh-2")
    #expect(stage.server.asked.count == 2)
  }

  @Test("After a restart of the device with a wrong clock the server is asked before a token is given out")
  func restarted() async throws {
    for isOver in [false, true] {
      let stage = try await Stage.loggedIn { _, _ in isOver ? Stage.refused(.tokenExpired) : nil }
      stage.clock.restart(as: "boot-2", offFor: .seconds(60))
      stage.clock.setWall(stage.clock.reading.wall + fortnight)
      stage.ahead.change { $0 = -fortnight }
      let next = stage.relaunched()
      #expect(try await next.state() == .idleLocked(.undetermined))
      try await next.unlock()
      #expect(try await next.state() == .active)
      if isOver {
        await #expect(throws: SessionError.ended(.refreshExpired)) { try await next.token(.user) }
      } else {
        #expect(try await next.token(.user).refresh.exposedText() != "refresh-2")
        let asked = stage.server.asked.count
        _ = try await next.token(.user)
        #expect(stage.server.asked.count == asked)
      }
    }
  }

  @Test("In doubt and without an answer no token is given out, and nothing ends")
  func doubtOffline() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (2_000_000, 1_000_000, nil)) { _, _ throws(SessionError) in
      throw .unreachable
    }
    stage.clock.restart(as: "boot-2", offFor: .seconds(60))
    stage.clock.setWall(stage.clock.reading.wall + 1_000_000)
    let next = stage.relaunched()
    try await next.unlock()
    for _ in 0..<3 { await #expect(throws: SessionError.unreachable) { try await next.token(.user) } }
    #expect(try await next.state() == .active)
  }

  @Test("A wall clock that is set back gives no more time: the session ends when the server's time says so")
  func back() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (1800, 5000, nil))
    stage.clock.setWall(stage.clock.reading.wall - fortnight)
    stage.clock.advance(by: .seconds(4999))
    #expect(try await stage.session.state().hasPerson)
    stage.clock.advance(by: .seconds(1))
    #expect(try await stage.session.state() == .ended(.refreshExpired))
    #expect(try await stage.relaunched().state() == .ended(.refreshExpired))
  }

  @Test("Where an answer has no date, its token tells the time")
  func byToken() async throws {
    let stage = Stage(lifetimes: (1800, 5000, nil))
    stage.server.withholdTime()
    try await stage.logIn()
    #expect(try await stage.stored()?.memory.serverTime?.seconds == stage.clock.reading.wall)
    stage.clock.setWall(stage.clock.reading.wall + fortnight)
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-2")
  }

  @Test("After a restart time counts from the start of the device, and never more than has passed")
  func bounds() {
    let time = ServerTime(seconds: 1000, at: ClockReading(uptime: .seconds(50), boot: "a", wall: 0))
    func reading(_ uptime: Int64, _ boot: String?) -> ClockReading {
      ClockReading(uptime: .seconds(uptime), boot: boot, wall: 9999)
    }
    #expect(time.earliest(at: reading(60, "a")) == 1010 && time.isExact(at: reading(60, "a")))
    #expect(time.earliest(at: reading(70, "b")) == 1070 && !time.isExact(at: reading(70, "b")))
    #expect(time.earliest(at: reading(40, "a")) == 1000 && !time.isExact(at: reading(40, "a")))
    let nameless = ServerTime(seconds: 1000, at: ClockReading(uptime: .seconds(50), boot: nil, wall: 0))
    #expect(nameless.earliest(at: reading(60, nil)) == 1010 && !nameless.isExact(at: reading(60, nil)))
    #expect(nameless.earliest(at: reading(20, nil)) == 1020)
  }

  @Test("What the server said outlives a launch, and times that no server says are not kept")
  func kept() throws {
    var memory = SessionMemory()
    memory.serverTime = ServerTime(seconds: 77, at: ClockReading(uptime: .seconds(3), boot: "a", wall: 5))
    let back = try StoredSession(reading: StoredSession(memory: memory).sealedForm())
    #expect(back.memory.serverTime == memory.serverTime)
    var machine = SessionMachine(SessionRequirement(), memory: memory)
    for seconds in [Int64.min, -1, 253_402_300_800, .max] {
      machine.handle(.heard(serverTime: seconds), at: ClockReading(uptime: .seconds(9), boot: "a", wall: 5))
    }
    #expect(machine.memory.serverTime?.seconds == 77)
  }

  @Test("A date that nobody signed ends no session, however wrong, and tokens are verified in spite of it")
  func wrongDate() async throws {
    for wrong in [40 * 86400, -40 * 86400] as [Int64] {
      let server = Shared<(InMemoryTokenServer, String)?>(nil)
      let stage = try await Stage.loggedIn { _, number throws(SessionError) in
        let hints = AnswerHints(serverTime: 1_800_000_000 + wrong)
        guard number > 3, let (server, device) = server.value else { return Stage.refused(.malformed, hints: hints) }
        return TokenAnswer(.success(server.tokens(.user, refresh: "refresh-\(number)", for: device)), hints: hints)
      }
      server.change { [stage] in $0 = (stage.server, stage.key.publicKey.thumbprint) }
      _ = try? await stage.session.refresh(.user)
      #expect(try await stage.session.state() == .active)
      // A refused token rests for a second at most.
      stage.clock.advance(by: .seconds(1))
      for number in 4...6 {
        let pair = try await stage.session.refresh(.user)
        #expect(pair.refresh.exposedText() == "refresh-\(number)")
        #expect(pair.expiresAt == stage.clock.reading.wall + 1800)
      }
      #expect(try await stage.session.state() == .active)
      #expect(try await stage.stored()?.memory.serverTime?.seconds == stage.clock.reading.wall)
    }
  }

  @Test func `A server whose clock begins in 1970 and that decides nothing costs no session once it is right`()
    async throws
  {
    let isBehind = Shared(false)
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      guard isBehind.value else { return nil }
      return TokenAnswer(
        .failure(RefusalBody(.temporarilyUnavailable, .unavailable, "no")), hints: AnswerHints(serverTime: 100))
    }
    isBehind.change { $0 = true }
    for _ in 0..<6 { await #expect(throws: SessionError.self) { try await stage.session.refresh(.user) } }
    #expect(try await stage.session.state() == .active)
    isBehind.change { $0 = false }
    #expect(try await stage.session.refresh(.user).expiresAt == stage.clock.reading.wall + 1800)
    #expect(try await stage.session.state() == .active)
  }

  @Test("A device whose clock begins in 1970 takes the server's")
  func noClock() async throws {
    let stage = Stage()
    let time = stage.clock.reading.wall
    stage.clock.setWall(0)
    stage.ahead.change { $0 = time }
    try await stage.logIn()
    #expect(try await stage.session.token(.user).expiresAt == time + 1800)
  }
}
