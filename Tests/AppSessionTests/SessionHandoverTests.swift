import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

/// One session in the place of another, while something of the former is still on its way.
@Suite(.timeLimit(.minutes(15))) struct SessionHandoverTests {
  /// Ada's renewal is answered while Bob's login, asked for 100 seconds later, is being saved.
  private func handedOver(laterSavesFail: Bool) async throws -> (stage: Stage, ada: Result<TokenPair, any Error>) {
    let (answered, saved) = (Gate(), Gate())
    let stage = try await Stage.loggedIn(lifetimes: (1800, 500_000, 900_000)) { request, _ throws(SessionError) in
      if case .refresh = request { await answered.pass() }
      return nil
    }
    let ada = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    stage.clock.advance(by: .seconds(100))
    let saves = Shared(0)
    stage.store.beforeSave { [store = stage.store] in
      saves.change { $0 += 1 }
      if saves.value == 1 { await saved.pass() } else { store.isFailing = laterSavesFail }
    }
    stage.server.use(subject: "bob")
    let bob = Task { try await stage.signIn(as: "bob") }
    while saves.value == 0 { await Task.yield() }
    // The answer is for who asked.
    stage.server.use(subject: "ada")
    answered.open()
    // It stands behind the login.
    for _ in 0..<1000 { await Task.yield() }
    stage.server.use(subject: "bob")
    saved.open()
    try await bob.value
    let result = await ada.result
    stage.store.beforeSave(nil)
    stage.store.isFailing = false
    return (stage, result)
  }

  @Test("Who signs in while the former person's renewal comes back has times and tokens of their own")
  func times() async throws {
    let (stage, ada) = try await handedOver(laterSavesFail: false)
    #expect(throws: SessionError.ended(.loggedOut)) { try ada.get() }
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-3")
    let stored = try #require(try await stage.stored())
    let now = stage.clock.reading.wall
    #expect(stored.subject == "bob" && stored.user?.refresh.exposedText() == "refresh-3")
    #expect(stored.memory.sessionEndsAt == now + 900_000 && stored.memory.refreshEndsAt == now + 500_000)
    // The next change keeps what memory holds.
    try await stage.session.movedToBackground()
    let next = try #require(try await stage.stored())
    #expect(next.memory.sessionEndsAt == now + 900_000 && next.memory.refreshEndsAt == now + 500_000)
  }

  @Test("A renewed pair that could not be saved is never given to who signed in since")
  func unsaved() async throws {
    let (stage, ada) = try await handedOver(laterSavesFail: true)
    #expect(throws: SessionError.self) { try ada.get() }
    // Ada's next pair was the server's fourth.
    let pair = try await stage.session.refresh(.user)
    #expect(stage.server.asked.last?.request == .refresh(token: "refresh-3"))
    #expect(pair.refresh.exposedText() == "refresh-5")
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-5")
  }

  @Test(
    "What one person's request could not do is not tried again with the next one's tokens, however alike their names",
    arguments: [("ada", "bob"), ("ren\u{e9}", "rene\u{301}")], [false, true])
  func notSentForTheNext(names: (String, String), isFirst: Bool) async throws {
    let stage = Stage()
    stage.server.use(subject: names.0)
    try await stage.logIn()
    let session = isFirst ? stage.relaunched() : stage.session
    let (isSent, signedIn, sent) = (Gate(), Gate(), Shared(0))
    let ada = Task {
      try await session.authorized(method: "POST", address: "https://trust.test/x") {
        _ throws(SessionError) -> Int in
        sent.change { $0 += 1 }
        isSent.open()
        await signedIn.pass()
        throw .refused(RefusalBody(.invalidToken, .sessionEnded, "over"))
      }
    }
    await isSent.pass()
    stage.server.use(subject: names.1)
    try await session.logIn(user: names.1, password: Secret(copying: "correct horse".utf8))
    signedIn.open()
    await #expect(throws: SessionError.ended(.loggedOut)) { try await ada.value }
    #expect(sent.value == 1)
  }

  @Test("Who signed in and asks for a renewal while the former person's is under way gets their own")
  func ownRenewal() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { request, _ throws(SessionError) in
      if request == .refresh(token: "refresh-2") { await gate.pass() }
      return nil
    }
    let ada = Task { try await stage.session.refresh(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    // Nobody hears of the former session: its answer is still to come.
    stage.server.failRevocations(with: .unreachable)
    try await stage.signIn(as: "bob")
    let before = stage.looks.value
    let bob = Task { try await stage.session.refresh(.user) }
    while stage.looks.value == before { await Task.yield() }
    gate.open()
    await #expect(throws: SessionError.ended(.loggedOut)) { try await ada.value }
    let pair = try await bob.value
    #expect(stage.server.asked.last?.request == .refresh(token: "refresh-3"))
    #expect(try await stage.session.token(.user).access === pair.access)
  }

  /// Takes what is kept when a test says so.
  private final class SlowStore: RevocationStore {
    let inner = InMemoryRevocationStore()
    let gate = Gate()
    let isSaving = Shared(false)

    func load() async throws(SessionError) -> PendingRevocations { try await inner.load() }

    func save(_ pending: PendingRevocations) async throws(SessionError) {
      isSaving.change { $0 = true }
      await gate.pass()
      try await inner.save(pending)
    }
  }

  @Test("A login that comes while the ended session's token is put aside for the server stays")
  func loginWhileDropping() async throws {
    let (stage, store) = (Stage(), SlowStore())
    let session = stage.session(keeping: store)
    try await session.enroll(report: "report")
    try await session.logIn(user: "ada", password: Secret(copying: "correct horse".utf8))
    let ending = Task { try await session.end(because: .pinExhausted) }
    while !store.isSaving.value { await Task.yield() }
    try await session.logIn(user: "ada", password: Secret(copying: "correct horse".utf8), tellingServer: false)
    store.gate.open()
    try await ending.value
    #expect(try await session.state() == .active)
    #expect(try await session.token(.user).refresh.exposedText() == "refresh-3")
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-3")
    await session.revokePending()
    #expect(stage.server.revoked == ["refresh-2"])
  }

  @Test("An enrolment that comes while the refused installation's token is put aside stays, and its token is given out")
  func enrolmentWhileDropping() async throws {
    var requirement = SessionRequirement()
    requirement.refreshFailures = 1
    let stage = Stage(requirement) { request, _ throws(SessionError) in
      if case .refresh = request { Stage.refused(.malformed) } else { nil }
    }
    let store = SlowStore()
    let session = stage.session(keeping: store)
    try await session.enroll(report: "report")
    try await session.logIn(user: "ada", password: Secret(copying: "correct horse".utf8))
    let caller = Task { try await session.refresh(.app) }
    while !store.isSaving.value { await Task.yield() }
    try await session.enroll(report: "report")
    store.gate.open()
    #expect(try await caller.value.refresh.exposedText() == "refresh-3")
    #expect(try await session.token(.app).refresh.exposedText() == "refresh-3")
    #expect(try await stage.stored()?.app?.refresh.exposedText() == "refresh-3")
  }

  @Test(
    "Who waits for an AppToken while the device enrols anew gets the new one, whatever becomes of the old",
    arguments: [nil, RefusalReason.tokenReused])
  func enrolledMeanwhile(refusal: RefusalReason?) async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { request, _ throws(SessionError) in
      guard case .refresh = request else { return nil }
      await gate.pass()
      return refusal.map { Stage.refused($0) }
    }
    stage.clock.advance(by: .seconds(1745))
    let before = stage.looks.value
    let callers = (0..<50).map { _ in Task { try await stage.session.token(.app) } }
    while stage.looks.value < before + 50 || stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.enroll(report: "report")
    let new = try await stage.session.token(.app)
    gate.open()
    for caller in callers { #expect(try await caller.value.access === new.access) }
    #expect(try await stage.session.state() == .active)
  }

  @Test("Who waits for an AppToken of an installation that was erased does not get the next one's")
  func erasedMeanwhile() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn { request, _ throws(SessionError) in
      if case .refresh = request { await gate.pass() }
      return nil
    }
    let caller = Task { try await stage.session.refresh(.app) }
    while stage.server.asked.count < 3 { await Task.yield() }
    try await stage.session.erase()
    try await stage.session.enroll(report: "report")
    gate.open()
    await #expect(throws: SessionError.ended(.loggedOut)) { try await caller.value }
  }

  @Test("A session whose end is noticed while another token is saved is told to the server")
  func endsWhileSaving() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn(lifetimes: (10_000, nil, 5000)) { _, _ throws(SessionError) in
      await gate.pass()
      return nil
    }
    let caller = Task { try await stage.session.refresh(.app) }
    while stage.server.asked.count < 3 { await Task.yield() }
    stage.clock.advance(by: .seconds(5000))
    gate.open()
    _ = await caller.result
    #expect(try await stage.stored()?.memory.state == .ended(.maximum))
    #expect(try await stage.session.pendingRevocations() == 1)
    await stage.session.revokePending()
    #expect(stage.server.revoked == ["refresh-2"])
  }
}
