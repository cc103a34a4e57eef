import AppSession
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

/// What is handed out without a turn of the session's actor is what the session would have said.
@Suite(.timeLimit(.minutes(15))) struct SessionTokenTests {
  @Test(
    "A lock, an end and an erasure close the way before they return", arguments: ["lock", "end", "erase", "log out"])
  func closed(by what: String) async throws {
    for _ in 0..<20 {
      let stage = try await Stage.loggedIn()
      let isClosed = Shared(false)
      let late = Shared(0)
      let callers = (0..<4).map { _ in
        Task {
          while !Task.isCancelled {
            let wasClosed = isClosed.value
            if (try? await stage.session.token(.user)) != nil, wasClosed { late.change { $0 += 1 } }
            await Task.yield()
          }
        }
      }
      for _ in 0..<20 { await Task.yield() }
      switch what {
      case "lock": try await stage.session.judge(.lock)
      case "end": try await stage.session.end(because: .pinExhausted)
      case "erase": try await stage.session.erase()
      default: try await stage.session.logOut()
      }
      isClosed.change { $0 = true }
      for _ in 0..<50 { await Task.yield() }
      for caller in callers { caller.cancel() }
      for caller in callers { await caller.value }
      #expect(late.value == 0)
    }
  }

  @Test("While a change is being saved nobody gets what it takes away")
  func closedWhileSaving() async throws {
    let stage = try await Stage.loggedIn()
    let (gate, isSaving) = (Gate(), Shared(false))
    stage.store.beforeSave {
      isSaving.change { $0 = true }
      await gate.pass()
    }
    let locking = Task { try await stage.session.judge(.lock) }
    while !isSaving.value { await Task.yield() }
    let error = SessionError.locked(.device)
    // The lock is being saved still: a caller waits for that, or is refused at once; it never gets the token.
    let caller = Task { try await stage.session.token(.user) }
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    try await locking.value
    await #expect(throws: error) { try await caller.value }
  }

  @Test("Whatever the clocks do, the short way gives a token exactly when the session itself would")
  func sameAsTheSession() async throws {
    var dice = SeededGenerator(seed: 2026)
    var (given, refused) = (0, 0)
    for round in 0..<60 {
      var requirement = SessionRequirement()
      requirement.inactivity = .seconds(900)
      let stage = try await Stage.loggedIn(requirement, lifetimes: (1800, 5000, 9000)) { _, _ throws(SessionError) in
        throw .unreachable
      }
      for _ in 0..<12 {
        switch Int.random(in: 0..<9, using: &dice) {
        case 0: stage.clock.setWall(stage.clock.reading.wall + Int64.random(in: -90000...2_000_000, using: &dice))
        case 1: stage.clock.restart(as: "boot-\(round)", offFor: .seconds(60))
        case 2: try await stage.session.movedToBackground()
        case 3: _ = try await stage.session.returned()
        case 4: try await stage.session.used()
        case 5: try await stage.session.unlock()
        default: stage.clock.advance(by: .seconds(Int64.random(in: 0...500, using: &dice)))
        }
        // The short way first: the long one notes what time did.
        let short = try? await stage.session.token(.user)
        let state = try await stage.session.state()
        if short != nil { #expect(state == .active) }
        if state != .active { #expect(short == nil) }
        if short == nil { refused += 1 } else { given += 1 }
      }
    }
    #expect(given > 100 && refused > 100, "\(given) \(refused)")
  }

  @Test("A held token is read without asking the session: nothing of the store, the server or the key is touched")
  func current() async throws {
    let stage = try await Stage.loggedIn()
    let first = try await stage.session.token(.user)
    let (saves, asked, looks) = (stage.store.saves, stage.server.asked.count, stage.looks.value)
    for _ in 0..<100 { #expect(try await stage.session.token(.user).access === first.access) }
    #expect(stage.store.saves == saves && stage.server.asked.count == asked)
    #expect(stage.looks.value == looks + 100)
  }

  @Test("Whoever waits for a renewal gets its error, and the old token where that is still good")
  func failures() async throws {
    let gate = Gate()
    let errors: [SessionError] = [.unreachable, .untrustedServer("pin")]
    for error in errors {
      let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
        await gate.pass()
        throw error
      }
      stage.clock.advance(by: .seconds(1745))
      let before = stage.looks.value
      let callers = (0..<50).map { _ in Task { try await stage.session.token(.user) } }
      while stage.looks.value < before + 50 { await Task.yield() }
      gate.open()
      for caller in callers {
        switch error {
        case .unreachable: #expect(try await caller.value.refresh.exposedText() == "refresh-2")
        default: await #expect(throws: error) { try await caller.value }
        }
      }
    }
  }

  @Test("Callers who wait while the session is locked get the lock, and its renewed tokens are kept")
  func lockedWhileWaiting() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    stage.clock.advance(by: .seconds(1745))
    let before = stage.looks.value
    let callers = (0..<50).map { _ in Task { try await stage.session.token(.user) } }
    while stage.looks.value < before + 50 { await Task.yield() }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.judge(.lock)
    gate.open()
    for caller in callers {
      await #expect(throws: SessionError.locked(.device)) { try await caller.value }
    }
    #expect(stage.server.asked.count == 3)
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-3")
  }

  @Test("A session that ends while its tokens are renewed leaves nobody waiting")
  func endedWhileWaiting() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return Stage.refused(.tokenReused)
    }
    stage.clock.advance(by: .seconds(1745))
    let before = stage.looks.value
    let callers = (0..<50).map { _ in Task { try await stage.session.token(.user) } }
    while stage.looks.value < before + 50 { await Task.yield() }
    gate.open()
    for caller in callers {
      await #expect(throws: SessionError.ended(.tokenReused)) { try await caller.value }
    }
  }

  @Test("Readings of another start of the device open nothing, however they compare")
  func otherBoot() async throws {
    let stage = try await Stage.loggedIn()
    _ = try await stage.session.token(.user)
    stage.clock.restart(as: "boot-2", offFor: .seconds(60), uptime: stage.clock.reading.uptime + .seconds(60))
    await #expect(throws: SessionError.locked(.undetermined)) { try await stage.session.token(.user) }
  }

  @Test(
    "Whoever waited for a renewal gets nothing of it after a logout or a wipe has returned", arguments: [true, false])
  func resumedLate(isWipe: Bool) async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    stage.clock.advance(by: .seconds(1745))
    let first = Task(priority: .high) { try await stage.session.token(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    let (isClosed, late) = (Shared(false), Shared(0))
    let before = stage.looks.value
    let callers = (0..<4000).map { _ in
      Task(priority: .background) {
        let isGiven = (try? await stage.session.token(.user)) != nil
        if isGiven, isClosed.value { late.change { $0 += 1 } }
      }
    }
    while stage.looks.value < before + 4000 { await Task.yield() }
    gate.open()
    _ = try await first.value
    if isWipe { try await stage.session.judge(.wipe) } else { try await stage.session.logOut() }
    isClosed.change { $0 = true }
    for caller in callers { await caller.value }
    #expect(late.value == 0)
  }
}
