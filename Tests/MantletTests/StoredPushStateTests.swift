import Mantlet
import ScreenPrivacy
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite("Push tokens in the secret store")
struct StoredPushStateTests {
  @Test("The state lies in the secret store as the seam promises")
  func conformance() async {
    let broken = await PushStateStoreConformance.brokenClaims {
      StoredPushState(store: InMemorySecretStore(), access: AccessRequirement())
    }
    #expect(broken == [])
  }

  @Test("A damaged state is told from a store that does not answer")
  func damaged() async throws {
    let store = InMemorySecretStore()
    let kept = StoredPushState(store: store, access: AccessRequirement())
    try await kept.save(Array("no state".utf8))
    let consent = NotificationConsent(
      .init(), system: InMemoryNotificationSystem(.granted), registry: InMemoryPushTokenRegistry(), store: kept)
    await #expect(throws: NotificationRefusal.damaged) { try await consent.cameToForeground() }
  }

  @Test("Where there are no notifications every answer says so")
  func unsupported() async throws {
    let consent = NotificationConsent(
      .init(), system: UnsupportedNotifications(), registry: InMemoryPushTokenRegistry(),
      store: InMemoryPushStateStore())
    #expect(try await consent.cameToForeground() == .unsupported)
    #expect(try await consent.switchOn(.insecureWithoutUser()) == .unsupported)
    await #expect(throws: NotificationRefusal.notGranted(.unsupported)) { try await consent.requirePermission() }
  }
}
