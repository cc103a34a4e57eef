import Mantlet
import Redaction
import SecretStorage
import SecurityTesting
import Testing
import TrustWire

@Suite struct StoredDeviceKeyTests {
  @Test("The key is made once and kept")
  func kept() async throws {
    let store = InMemorySecretStore()
    let first = try await StoredDeviceKey(in: store)
    #expect(try await StoredDeviceKey(in: store).publicKey == first.publicKey)
    #expect(try await StoredDeviceKey(in: InMemorySecretStore()).publicKey != first.publicKey)
  }

  @Test("Of many that make the key at once all have the same one")
  func atOnce() async throws {
    let store = InMemorySecretStore()
    let keys = try await withThrowingTaskGroup(of: DevicePublicKey.self) { group in
      for _ in 0..<20 { group.addTask { try await StoredDeviceKey(in: store).publicKey } }
      return try await group.reduce(into: [DevicePublicKey]()) { $0.append($1) }
    }
    #expect(keys.count == 20 && keys.allSatisfy { $0 == keys[0] })
    #expect(try await StoredDeviceKey(in: store).publicKey == keys[0])
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
