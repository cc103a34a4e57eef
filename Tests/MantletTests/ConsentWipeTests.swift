import Mantlet
import Redaction
import ScreenPrivacy
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite("The wish to be notified is one person's", .timeLimit(.minutes(15)))
struct ConsentWipeTests {
  private let registry = InMemoryPushTokenRegistry()
  private let system: InMemoryNotificationSystem = {
    let system = InMemoryNotificationSystem()
    system.answer = .granted
    return system
  }()

  private func signIn(_ stage: Stage, _ user: String = "ada") async throws {
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  private func wanted(_ stage: Stage) async throws -> NotificationConsent {
    let consent = stage.shield.notificationConsent(system: system, registry: registry)
    try await consent.switchOn(.insecureWithoutUser())
    try await consent.received(PushToken("one"))
    #expect(registry.tokens.count == 1)
    return consent
  }

  @Test("After a logout nobody is notified, and the server's token is withdrawn")
  func logout() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    let consent = try await wanted(stage)
    try await stage.shield.logOut()
    await #expect(throws: NotificationRefusal.notGranted(.undetermined)) { try await consent.requirePermission() }
    while !registry.tokens.isEmpty { await Task.yield() }
    #expect(!system.isRegistered)
    try await signIn(stage, "bob")
    try await consent.received(PushToken("two"))
    let restarted = stage.shield.notificationConsent(system: system, registry: registry)
    try await restarted.received(PushToken("two"))
    #expect(registry.tokens.isEmpty)
  }

  @Test("A logout does not wait for a server that does not answer; the token is withdrawn later")
  func unreachable() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    let consent = try await wanted(stage)
    registry.failure = .unreachable
    try await stage.shield.logOut()
    #expect(registry.tokens.count == 1)
    registry.failure = nil
    try await consent.cameToForeground()
    #expect(registry.tokens.isEmpty)
  }

  @Test("The wish of a process that is gone goes with the person, too; its token is remembered")
  func stored() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    let store = StoredPushState(store: stage.secrets, access: AccessRequirement())
    let gone = NotificationConsent(.init(), system: system, registry: registry, store: store)
    try await gone.switchOn(.insecureWithoutUser())
    try await gone.received(PushToken("one"))
    try await stage.shield.logOut()
    let kept = try PushState(reading: try #require(await store.load()))
    #expect(try !kept.isWanted && kept.known == [PushToken("one")])
  }

  @Test("A state that nobody can read stops no logout, and a touch begins anew")
  func damaged() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    let store = StoredPushState(store: stage.secrets, access: AccessRequirement())
    try await store.save(Array("no state".utf8))
    let consent = stage.shield.notificationConsent(system: system, registry: registry)
    await #expect(throws: NotificationRefusal.damaged) { try await consent.cameToForeground() }
    #expect(try await consent.switchOn(.insecureWithoutUser()) == .granted)
    try await store.save(Array("no state".utf8))
    try await stage.shield.logOut()
    try await store.save(Array(#"{"version":2,"wanted":true}"#.utf8))
    let newer = stage.shield.notificationConsent(system: system, registry: registry)
    await #expect(throws: NotificationRefusal.newerFormat) { try await newer.cameToForeground() }
    try await signIn(stage)
    try await stage.shield.logOut()
  }
}
