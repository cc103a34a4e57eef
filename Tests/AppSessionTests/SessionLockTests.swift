import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionLockTests {
  /// Everything that gives out tokens refuses with this lock, and asks the server nothing.
  private func isLocked(_ session: Session, _ lock: SessionLock, _ stage: Stage) async {
    let asked = stage.server.asked.count
    let error = SessionError.locked(lock)
    for kind in TokenKind.allCases {
      await #expect(throws: error) { try await session.token(kind) }
      await #expect(throws: error) { try await session.refresh(kind) }
    }
    await #expect(throws: error) { _ = try await session.headers(method: "GET", address: "https://trust.test/x") }
    await #expect(throws: error) { _ = try await session.appHeaders(method: "GET", address: "https://trust.test/x") }
    await #expect(throws: error) {
      try await session.authorized(method: "GET", address: "https://trust.test/x") { _ throws(SessionError) in 1 }
    }
    #expect(stage.server.asked.count == asked)
  }

  @Test("Four hours without use close it, requests of the app's own put nothing off, and the PIN opens it")
  func inactivity() async throws {
    let stage = try await Stage.loggedIn()
    for _ in 0..<7 {
      stage.clock.advance(by: .seconds(1800))
      _ = try await stage.session.headers(method: "GET", address: "https://trust.test/x")
    }
    stage.clock.advance(by: .seconds(1799))
    #expect(try await stage.session.state() == .active)
    stage.clock.advance(by: .seconds(1))
    await isLocked(stage.session, .inactivity, stage)
    await isLocked(stage.relaunched(), .inactivity, stage)
    try await stage.session.used()
    await isLocked(stage.session, .inactivity, stage)
    try await stage.session.unlock()
    _ = try await stage.session.token(.user)
  }

  @Test("A touch while renewed tokens are being saved is no clock that went backwards")
  func touchWhileSaving() async throws {
    let stage = try await Stage.loggedIn()
    let isTouched = Shared(false)
    stage.store.beforeSave { [session = stage.session, clock = stage.clock] in
      guard !isTouched.value else { return }
      isTouched.change { $0 = true }
      clock.advance(by: .milliseconds(5))
      try? await session.used()
    }
    try await stage.session.refresh(.user)
    #expect(isTouched.value)
    #expect(try await stage.session.state() == .active)
  }

  @Test("Use puts the lock off")
  func used() async throws {
    let stage = try await Stage.loggedIn()
    for _ in 0..<5 {
      stage.clock.advance(by: .seconds(3 * 3600))
      try await stage.session.used()
    }
    #expect(try await stage.session.state() == .active)
  }

  @Test("Five minutes in the background close it, in the same process and in the next one")
  func background() async throws {
    let stage = try await Stage.loggedIn()
    try await stage.session.movedToBackground()
    stage.clock.advance(by: .seconds(299))
    #expect(try await stage.session.returned() == .active)
    try await stage.session.movedToBackground()
    stage.clock.advance(by: .seconds(300))
    await isLocked(stage.relaunched(), .background, stage)
    #expect(try await stage.session.returned() == .reauthenticationDue(.background))
    await isLocked(stage.session, .background, stage)
    try await stage.session.unlock()
    _ = try await stage.relaunched().token(.user)
  }

  @Test("A killed process does not forget that it was in the background, whatever the wall clock says")
  func killed() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(60))
    try await stage.session.used()
    try await stage.session.movedToBackground()
    stage.clock.advance(by: .seconds(200))
    #expect(try await stage.relaunched().state() == .active)
    stage.clock.advance(by: .seconds(400))
    stage.clock.setWall(stage.clock.reading.wall - 600)
    await isLocked(stage.relaunched(), .background, stage)
  }

  @Test("A restart of the device closes it")
  func restarted() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.restart(as: "boot-2", offFor: .seconds(1), uptime: stage.clock.reading.uptime)
    await isLocked(stage.relaunched(), .undetermined, stage)
  }

  @Test("A decision to lock holds until a better one, and a PIN then")
  func decided() async throws {
    let stage = try await Stage.loggedIn()
    try await stage.session.judge(.lock)
    try await stage.session.unlock()
    await isLocked(stage.relaunched(), .device, stage)
    try await stage.session.judge(.goOn)
    await isLocked(stage.session, .stepUp, stage)
    try await stage.session.unlock()
    _ = try await stage.session.token(.user)
  }

  @Test("A session that is locked while its exchange runs keeps the new tokens and gives them to nobody")
  func lockedMeanwhile() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.judge(.lock)
    gate.open()
    await #expect(throws: SessionError.locked(.device)) { try await caller.value }
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-3")
  }

  @Test("Signing in opens a locked session, with a stale AppToken too")
  func logIn() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(5 * 3600))
    await isLocked(stage.session, .inactivity, stage)
    try await stage.signIn()
    #expect(try await stage.session.state() == .active)
  }

  @Test("A lock holds although it could not be saved")
  func storeFails() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(4 * 3600))
    stage.store.isFailing = true
    await isLocked(stage.session, .inactivity, stage)
    await isLocked(stage.relaunched(), .inactivity, stage)
  }
}
