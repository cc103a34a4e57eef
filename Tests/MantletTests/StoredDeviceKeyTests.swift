import Mantlet
import Redaction
import SecretStorage
import SecurityTesting
import Testing

@Suite struct StoredDeviceKeyTests {
  @Test("The key is made once and kept")
  func kept() async throws {
    let store = InMemorySecretStore()
    let first = try await StoredDeviceKey(in: store)
    #expect(try await StoredDeviceKey(in: store).publicKey == first.publicKey)
    #expect(try await StoredDeviceKey(in: InMemorySecretStore()).publicKey != first.publicKey)
  }

  @Test("Who makes the key while another one is about to has the same one, and it stands")
  func atOnce() async throws {
    let store = HeldStore(InMemorySecretStore())
    store.hold(try #require(SecretName(StoredDeviceKey.name)))
    let late = Task { try await StoredDeviceKey(in: store).publicKey }
    await store.untilWaiting()
    let first = try await StoredDeviceKey(in: store).publicKey
    store.letGo()
    #expect(try await late.value == first)
    #expect(try await StoredDeviceKey(in: store).publicKey == first)
  }

  @Test("A damaged key is an error and is not replaced")
  func corrupted() async throws {
    let store = InMemorySecretStore()
    let name = try #require(SecretName(StoredDeviceKey.name))
    try await store.write(Secret(copying: [1, 2, 3]), as: name)
    await #expect(throws: StorageError.corrupted(name)) { _ = try await StoredDeviceKey(in: store) }
    let isKept =
      switch try await store.read(name) {
      case .some(let left): left.isEqual(to: Secret(copying: [1, 2, 3]))
      case .none: false
      }
    #expect(isKept)
  }
}
