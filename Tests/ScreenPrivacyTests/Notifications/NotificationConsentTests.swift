import ScreenPrivacy
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite("Permission and push token")
struct NotificationConsentTests {
  private let system = InMemoryNotificationSystem()
  private let registry = InMemoryPushTokenRegistry()
  private let store = InMemoryPushStateStore()

  private func consent(_ requirement: NotificationRequirement = .init(), explanation: Int = 1) -> NotificationConsent {
    NotificationConsent(requirement, system: system, registry: registry, store: store, explanation: explanation)
  }

  @Test(
    "An agreement to another explanation does not count: nothing is shown, the token is withdrawn, the user is asked anew"
  )
  func explainedAnew() async throws {
    _ = try await granted()
    for number in [2, 1] {
      let cleared = Mutex(0)
      let consent = consent(explanation: number)
      consent.onOff("reminders") { cleared.withLock { $0 += 1 } }
      #expect(try await !consent.isAgreed())
      await #expect(throws: NotificationRefusal.notGranted(.undetermined)) { try await consent.requirePermission() }
      try await consent.cameToForeground()
      #expect(registry.tokens.isEmpty && !system.isRegistered && cleared.withLock { $0 } == 1)
      try await consent.switchOn(.insecureWithoutUser())
      try await consent.received(PushToken("one"))
      #expect(try await consent.isAgreed() && registry.tokens == [PushToken("one")])
      // The same explanation after a restart is no other one.
      let restarted = self.consent(explanation: number)
      try await restarted.cameToForeground()
      #expect(try await restarted.isAgreed() && registry.tokens == [PushToken("one")])
    }
  }

  @Test("Reminders that name themselves after the look are cleared of an agreement that does not count, too")
  func lateClearing() async throws {
    _ = try await granted()
    let consent = consent(explanation: 2)
    try await consent.cameToForeground()
    let (cleared, clearing) = AsyncStream.makeStream(of: String.self)
    consent.onOff("reminders") { clearing.yield("outdated") }
    var all = cleared.makeAsyncIterator()
    #expect(await all.next() == "outdated")
    // Who agreed since has nothing to lose.
    try await consent.switchOn(.insecureWithoutUser())
    consent.onOff("reminders") { clearing.yield("off") }
    try await consent.switchOff()
    #expect(await all.next() == "off")
    clearing.finish()
    #expect(await all.next() == nil)
  }

  /// A consent whose token the server has.
  private func granted(_ token: String = "one") async throws -> NotificationConsent {
    system.answer = .granted
    let consent = consent()
    try await consent.switchOn(.insecureWithoutUser())
    try await consent.received(PushToken(token))
    return consent
  }

  @Test("After installation nobody is asked and nothing is sent, whatever the system gives")
  func fresh() async throws {
    let consent = consent()
    #expect(try await consent.cameToForeground() == .undetermined)
    try await consent.received(PushToken("one"))
    #expect(system.asked == 0 && registry.calls.isEmpty && !system.isRegistered)
    await #expect(throws: NotificationRefusal.notGranted(.undetermined)) { try await consent.requirePermission() }
  }

  @Test("A permission that was given elsewhere sends no token before the user switches on in the app")
  func grantedElsewhere() async throws {
    system.current = .granted
    let consent = consent()
    try await consent.cameToForeground()
    try await consent.received(PushToken("one"))
    #expect(registry.calls.isEmpty && !system.isRegistered)
  }

  @Test("A touch asks once; after yes the token is sent once")
  func yes() async throws {
    let consent = try await granted()
    #expect(system.asked == 1 && system.isRegistered)
    #expect(registry.tokens == [try PushToken("one")])
    try await consent.received(PushToken("one"))
    try await consent.cameToForeground()
    try await consent.switchOn(.insecureWithoutUser())
    #expect(registry.calls == ["send"] && system.asked == 1)
    try await consent.requirePermission()
  }

  @Test("After no, and for quiet delivery, no token is sent")
  func no() async throws {
    for answer in [NotificationAuthorization.denied, .quiet] {
      let system = InMemoryNotificationSystem()
      system.answer = answer
      let consent = NotificationConsent(.init(), system: system, registry: registry, store: InMemoryPushStateStore())
      #expect(try await consent.switchOn(.insecureWithoutUser()) == answer)
      try await consent.received(PushToken("one"))
      #expect(registry.calls.isEmpty && !system.isRegistered)
      await #expect(throws: NotificationRefusal.notGranted(answer)) { try await consent.requirePermission() }
    }
  }

  @Test("A permission that is taken back withdraws the token at the next return to the foreground")
  func revoked() async throws {
    let consent = try await granted()
    system.current = .denied
    try await consent.cameToForeground()
    #expect(registry.tokens.isEmpty && registry.calls == ["send", "withdraw"] && !system.isRegistered)
    system.current = .granted
    try await consent.cameToForeground()
    #expect(registry.tokens == [try PushToken("one")])
  }

  @Test("Switching off in the app withdraws, too, and stays off after a restart")
  func off() async throws {
    try await granted().switchOff()
    #expect(registry.tokens.isEmpty)
    let restarted = consent()
    try await restarted.cameToForeground()
    try await restarted.received(PushToken("two"))
    #expect(registry.tokens.isEmpty && system.current == .granted)
  }

  @Test("What waits on the device is taken out when the user switches off, also where the server does not answer")
  func offClears() async throws {
    let consent = try await granted()
    let (cleared, note) = AsyncStream.makeStream(of: Int.self)
    consent.onOff("reminders") { note.yield(1) }
    consent.onOff("reminders") { note.yield(2) }
    registry.failure = .unreachable
    await #expect(throws: NotificationRefusal.unreachable) { try await consent.switchOff() }
    note.finish()
    #expect(await cleared.reduce(into: []) { $0.append($1) } == [2])
  }

  @Test("An older answer of the system does not take the place of a newer one")
  func late() async throws {
    let slow = SlowSystem()
    let consent = NotificationConsent(.init(), system: slow, registry: registry, store: store)
    try await consent.switchOn(.insecureWithoutUser())
    try await consent.received(PushToken("one"))
    await slow.hold()
    async let first = consent.cameToForeground()
    while await !slow.isHolding { await Task.yield() }
    await slow.deny()
    #expect(try await consent.cameToForeground() == .denied)
    #expect(registry.tokens.isEmpty)
    await slow.release()
    #expect(try await first == .granted)
    #expect(registry.tokens.isEmpty)
    #expect(await !slow.isRegistered)
  }

  @Test("A damaged state is told, and whoever switches on or off begins anew")
  func damaged() async throws {
    for isOn in [true, false] {
      store.kept = Array("no state".utf8)
      system.answer = .granted
      let consent = consent()
      await #expect(throws: NotificationRefusal.damaged) { try await consent.cameToForeground() }
      if isOn { try await consent.switchOn(.insecureWithoutUser()) } else { try await consent.switchOff() }
      #expect(try PushState(reading: #require(store.kept)).isWanted == isOn)
    }
  }

  @Test("A new token replaces the old one at the server")
  func changed() async throws {
    let consent = try await granted()
    try await consent.received(PushToken("two"))
    #expect(registry.tokens == [try PushToken("two")])
  }

  @Test("A restart with permission keeps the token until the system gives another")
  func restart() async throws {
    _ = try await granted()
    let restarted = consent()
    try await restarted.cameToForeground()
    #expect(registry.calls == ["send"])
    try await restarted.received(PushToken("two"))
    #expect(registry.tokens == [try PushToken("two")])
  }

  @Test("A token whose sending was cut off is withdrawn after a crash and a revocation")
  func crash() async throws {
    system.answer = .granted
    let first = consent()
    try await first.switchOn(.insecureWithoutUser())
    registry.losesAnswers = true
    await #expect(throws: NotificationRefusal.unreachable) { try await first.received(PushToken("one")) }
    #expect(registry.tokens == [try PushToken("one")])
    registry.losesAnswers = false
    system.current = .denied
    try await consent().cameToForeground()
    #expect(registry.tokens.isEmpty)
  }

  @Test("What the server did not hear is done at the next return to the foreground, also by another process")
  func unreachable() async throws {
    let consent = try await granted()
    registry.failure = .unreachable
    system.current = .denied
    await #expect(throws: NotificationRefusal.unreachable) { try await consent.cameToForeground() }
    #expect(registry.tokens == [try PushToken("one")])
    registry.failure = nil
    try await self.consent().cameToForeground()
    #expect(registry.tokens.isEmpty)
  }

  @Test("A server that refuses one call is asked once in a turn")
  func patience() async throws {
    let consent = try await granted()
    registry.failure = .refused
    await #expect(throws: NotificationRefusal.refused) { try await consent.received(PushToken("two")) }
    #expect(registry.calls == ["send", "withdraw", "send"])
    await #expect(throws: NotificationRefusal.refused) { try await consent.cameToForeground() }
    #expect(registry.calls.count == 5)
  }

  @Test("Nothing is sent that could not be written down before")
  func journal() async throws {
    system.answer = .granted
    let consent = consent()
    try await consent.switchOn(.insecureWithoutUser())
    store.isFailing = true
    await #expect(throws: NotificationRefusal.storage) { try await consent.received(PushToken("one")) }
    #expect(registry.calls.isEmpty)
    store.isFailing = false
    try await consent.cameToForeground()
    #expect(registry.tokens == [try PushToken("one")])
  }

  @Test("A policy without push sends no token and withdraws one that an older policy had sent")
  func policy() async throws {
    _ = try await granted()
    var requirement = NotificationRequirement()
    requirement.push = .never
    let stricter = consent(requirement)
    try await stricter.cameToForeground()
    try await stricter.received(PushToken("two"))
    #expect(registry.tokens.isEmpty)
    try await stricter.requirePermission()
    requirement.permission = .never
    let none = consent(requirement)
    await #expect(throws: NotificationRefusal.notInPolicy) { try await none.switchOn(.insecureWithoutUser()) }
    await #expect(throws: NotificationRefusal.notInPolicy) { try await none.requirePermission() }
    #expect(system.asked == 1)
  }

  @Test("Many calls at the same time leave one token")
  func together() async throws {
    let consent = try await granted()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try await consent.received(PushToken("token\(number % 3)")) }
        group.addTask { try await consent.cameToForeground() }
      }
      try await group.waitForAll()
    }
    #expect(registry.tokens.count == 1)
    system.current = .denied
    try await consent.cameToForeground()
    #expect(registry.tokens.isEmpty)
  }

  @Test("A server that never answers a withdrawal is sent no endless list of tokens")
  func bounded() async throws {
    let consent = try await granted("token0")
    registry.losesAnswers = true
    for number in 1..<40 { try? await consent.received(PushToken("token\(number)")) }
    let kept = try #require(store.kept)
    #expect(try PushState(reading: kept).known.count <= PushState.limit)
    registry.losesAnswers = false
    system.current = .denied
    try await consent.cameToForeground()
    #expect(registry.tokens.isEmpty)
  }
}

/// A system that is told to keep one answer back, given before the user changed their mind.
private actor SlowSystem: NotificationSystem {
  private var current = NotificationAuthorization.granted
  private var holdsNext = false
  private var held: CheckedContinuation<Void, Never>?
  private(set) var isRegistered = false

  var isHolding: Bool { held != nil }
  func hold() { holdsNext = true }
  func deny() { current = .denied }
  func release() { held?.resume() }

  func authorization() async -> NotificationAuthorization {
    let answer = current
    if holdsNext {
      holdsNext = false
      await withCheckedContinuation { held = $0 }
    }
    return answer
  }

  func ask() async throws(NotificationRefusal) {}
  func register() async { isRegistered = true }
  func unregister() async { isRegistered = false }
}
