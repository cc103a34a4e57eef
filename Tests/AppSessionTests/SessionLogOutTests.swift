import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionLogOutTests {
  @Test("Signing out ends both sessions at the server and leaves nothing here")
  func online() async throws {
    let stage = try await Stage.loggedIn()
    try await stage.session.logOut()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
    #expect(stage.store.sealed == nil && stage.revocations.sealed == nil)
    #expect(try await stage.session.state() == .signedOut)
    await #expect(throws: SessionError.notEnrolled) { try await stage.session.token(.app) }
  }

  @Test("Signing out works offline; the server is told when it can be reached, by a later launch too")
  func offline() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    #expect(stage.store.sealed == nil && stage.server.revoked.isEmpty)
    // One try is enough to know that nobody answers.
    #expect(stage.server.revocationsAsked == 1)
    let next = stage.relaunched()
    #expect(try await next.state() == .signedOut)
    #expect(try await next.pendingRevocations() == 2)
    await next.revokePending()
    #expect(try await next.pendingRevocations() == 2)
    stage.server.failRevocations(with: nil)
    try await next.enroll(report: "report")
    await next.revokePending()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
    #expect(try await next.pendingRevocations() == 0 && stage.revocations.sealed == nil)
  }

  @Test("What is put aside holds refresh tokens and nothing else: no access token, no name")
  func little() async throws {
    let stage = try await Stage.loggedIn()
    let access = try await stage.session.token(.user).access.exposedText()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    let kept = String(decoding: try #require(stage.revocations.sealed), as: UTF8.self)
    #expect(kept.contains("refresh-2") && !kept.contains(access) && !kept.contains("ada"))
  }

  @Test("A server that refuses a revocation is not asked again, and no wall clock keeps it from being asked")
  func final() async throws {
    let stage = try await Stage.loggedIn(lifetimes: (1800, 5000, nil))
    stage.server.failRevocations(with: .refused(RefusalBody(.invalidClient, .malformed, "no")))
    try await stage.session.logOut()
    #expect(try await stage.session.pendingRevocations() == 0)
    try await stage.logIn()
    stage.server.failRevocations(with: .busy(.unavailable, retryAfter: nil))
    try await stage.session.logOut()
    #expect(try await stage.session.pendingRevocations() == 2)
    stage.server.failRevocations(with: nil)
    // By this clock both tokens ended long ago.
    stage.clock.setWall(stage.clock.reading.wall + 400 * 86400)
    await stage.session.revokePending()
    #expect(stage.server.revoked == ["refresh-4", "refresh-3"])
    #expect(try await stage.session.pendingRevocations() == 0)
  }

  @Test("Bearer tokens are never put aside; the server is told at once or not at all")
  func bearer() async throws {
    var requirement = SessionRequirement()
    requirement.tokenBinding = .optional
    let stage = try await Stage.loggedIn(requirement, tokenType: "Bearer")
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    #expect(stage.revocations.sealed == nil && stage.store.sealed == nil)
    stage.server.failRevocations(with: nil)
    try await stage.logIn()
    try await stage.session.logOut()
    #expect(stage.server.revoked == ["refresh-4", "refresh-3"])
  }

  @Test(
    "A session that ends here for a reason of the device's own is ended at the server too",
    arguments: [
      SessionEndReason.pinExhausted, .deviceUnsafe,
    ])
  func ended(reason: SessionEndReason) async throws {
    let stage = try await Stage.loggedIn()
    try await stage.session.end(because: reason)
    #expect(stage.server.revoked == ["refresh-2"])
    #expect(try await stage.session.state() == .ended(reason))
  }

  @Test("A session that another person's login replaces is ended at the server")
  func replaced() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.use(subject: "bob")
    try await stage.signIn(as: "bob")
    #expect(stage.server.revoked == ["refresh-2"])
    #expect(try await stage.session.account() == "sub:bob")
  }

  @Test("A store that cannot keep what to tell stops nobody from signing out, and the server hears of it")
  func storeFails() async throws {
    let stage = try await Stage.loggedIn()
    stage.revocations.isFailing = true
    try await stage.session.logOut()
    #expect(stage.store.sealed == nil)
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
    #expect(await stage.session.takeIncidents() == [.revocationsUnkept])
    stage.store.isFailing = true
    await #expect(throws: SessionError.storage) { try await stage.session.logOut() }
  }

  @Test("What the store does not take is told as long as the process runs")
  func unkept() async throws {
    let stage = try await Stage.loggedIn()
    stage.revocations.isFailing = true
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    #expect(stage.server.revocationsAsked == 1)
    stage.server.failRevocations(with: nil)
    for _ in 1...2 { await stage.session.revokePending() }
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"] && stage.server.revocationsAsked == 3)
  }

  @Test("What the store did not take is kept with the next change that it takes")
  func keptLater() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.failRevocations(with: .unreachable)
    stage.revocations.isFailing = true
    try await stage.session.logOut()
    stage.revocations.isFailing = false
    try await stage.logIn()
    try await stage.session.logOut()
    let next = stage.relaunched()
    #expect(try await next.pendingRevocations() == 4)
    stage.server.failRevocations(with: nil)
    await next.revokePending()
    #expect(Set(stage.server.revoked) == ["refresh-1", "refresh-2", "refresh-3", "refresh-4"])
  }

  @Test("A session that cannot be read when it is to be erased is said to the person: nobody told the server")
  func unread() async throws {
    let stage = try await Stage.loggedIn()
    stage.store.sealed = Array(#"{"version":4}"#.utf8)
    let next = stage.relaunched()
    for _ in 1...2 { await next.prepareRevocation() }
    #expect(await next.takeIncidents() == [.sessionUnread])
  }

  @Test("Many who tell at once tell the server once")
  func together() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    stage.server.failRevocations(with: nil)
    await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { await stage.session.revokePending() } }
    }
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
  }

  @Test("Bearer tokens are erased without waiting for the server to hear of them")
  func bearerErasedFirst() async throws {
    var requirement = SessionRequirement()
    requirement.tokenBinding = .optional
    let gate = Gate()
    let stage = try await Stage.loggedIn(requirement, tokenType: "Bearer")
    stage.server.beforeRevocation { await gate.pass() }
    let caller = Task { try await stage.session.logOut() }
    while stage.store.sealed != nil { await Task.yield() }
    #expect(stage.server.revoked.isEmpty)
    gate.open()
    try await caller.value
    #expect(stage.server.revoked.count == 2)
  }

  @Test("An enrolment waits for no server that leaves revocations unanswered, and tells it all the same")
  func enrolmentWaitsForNothing() async throws {
    let gate = Gate()
    let stage = try await Stage.loggedIn()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    stage.server.failRevocations(with: nil)
    stage.server.beforeRevocation { await gate.pass() }
    let (next, isEnrolled) = (stage.relaunched(), Shared(false))
    let caller = Task {
      try await next.enroll(report: "report")
      isEnrolled.change { $0 = true }
    }
    while !isEnrolled.value { await Task.yield() }
    #expect(stage.server.revoked.isEmpty)
    gate.open()
    try await caller.value
    await next.revokePending()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
    #expect(try await next.pendingRevocations() == 0)
  }

  @Test("A server that could not be told hears of it when it answers a refresh again")
  func toldAfterRefresh() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.end(because: .pinExhausted)
    #expect(try await stage.session.pendingRevocations() == 1)
    try await stage.session.refresh(.app)
    #expect(stage.server.revoked.isEmpty)
    stage.server.failRevocations(with: nil)
    // A list that cannot be read now is no empty one.
    stage.revocations.isFailing = true
    try await stage.session.refresh(.app)
    await stage.session.revokePending()
    #expect(stage.server.revoked.isEmpty)
    stage.revocations.isFailing = false
    try await stage.session.refresh(.app)
    while stage.server.revoked.isEmpty { await Task.yield() }
    #expect(stage.server.revoked == ["refresh-2"])
    let asked = stage.server.revocationsAsked
    await stage.session.revokePending()
    try await stage.session.refresh(.app)
    await stage.session.revokePending()
    #expect(stage.server.revocationsAsked == asked)
  }

  /// Gives its answer back later than it was read.
  private final class LateStore: RevocationStore {
    let inner = InMemoryRevocationStore()
    let holds = Shared(false)
    let gate = Gate()
    let isHeld = Shared(false)

    func load() async throws(SessionError) -> PendingRevocations {
      let pending = try await inner.load()
      guard holds.value else { return pending }
      holds.change { $0 = false }
      isHeld.change { $0 = true }
      await gate.pass()
      return pending
    }

    func save(_ pending: PendingRevocations) async throws(SessionError) { try await inner.save(pending) }
  }

  @Test("A logout whose telling finds another one about to end, that had read an empty list, is told all the same")
  func readTooEarly() async throws {
    let (stage, store) = (Stage(), LateStore())
    let session = stage.session(keeping: store)
    try await session.enroll(report: "report")
    await session.revokePending()
    store.holds.change { $0 = true }
    let first = Task { await session.revokePending() }
    while !store.isHeld.value { await Task.yield() }
    let second = Task { try await session.logOut() }
    while stage.store.sealed != nil { await Task.yield() }
    // The logout has joined the telling that runs.
    for _ in 0..<1000 { await Task.yield() }
    store.gate.open()
    await first.value
    try await second.value
    #expect(stage.server.revoked == ["refresh-1"])
    #expect(try await session.pendingRevocations() == 0)
  }

  @Test("A session that ends while the server hears of another one is told in the same go")
  func endedMeanwhile() async throws {
    let (gate, heard) = (Gate(), Shared(0))
    let stage = try await Stage.loggedIn()
    stage.server.beforeRevocation {
      heard.change { $0 += 1 }
      await gate.pass()
    }
    let first = Task { try await stage.session.logOut() }
    while heard.value == 0 { await Task.yield() }
    try await stage.session.enroll(report: "report")
    let second = Task { try await stage.session.logOut() }
    while stage.store.sealed != nil { await Task.yield() }
    gate.open()
    try await first.value
    try await second.value
    #expect(stage.server.revoked == ["refresh-2", "refresh-1", "refresh-3"])
    #expect(try await stage.session.pendingRevocations() == 0)
  }
}
