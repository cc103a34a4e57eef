import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// Forgets what it should keep.
private struct ForgetfulStore: SecretStore {
  func read(_ name: SecretName) async throws(StorageError) -> Secret? { nil }
  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {}
  func delete(_ name: SecretName) async throws(StorageError) {}
  func names() async throws(StorageError) -> [SecretName] { [] }
}

@Suite struct SecretStoreConformanceTests {
  @Test("The in-memory store keeps every claim")
  func inMemory() async { #expect(await SecretStoreConformance.brokenClaims { InMemorySecretStore() } == []) }

  @Test("A store that forgets breaks all claims but that of the empty store")
  func forgetful() async {
    let broken = await SecretStoreConformance.brokenClaims { ForgetfulStore() }
    #expect(broken.count == 6)
    #expect(!broken.contains { $0.hasPrefix("an empty store") })
  }

  @Test("A locked device is told apart from a missing secret")
  func locked() async throws {
    let store = InMemorySecretStore()
    let name = try #require(SecretName("token"))
    try await store.write(Secret(copying: [1]), as: name, access: AccessRequirement(.whenUnlockedThisDeviceOnly))
    await store.lockDevice()
    await #expect(throws: StorageError.locked) { _ = try await store.read(name) }
    await store.unlockDevice()
    guard let again = try await store.read(name) else {
      Issue.record("the secret is gone after unlocking")
      return
    }
    let count = again.count
    #expect(count == 1)
  }
}
