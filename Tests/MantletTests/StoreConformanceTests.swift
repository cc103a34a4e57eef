import Mantlet
import PeerMesh
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// What the façade keeps in the secret store, by the claims of the seams that it fills.
@Suite(.timeLimit(.minutes(15))) struct StoreConformanceTests {
  @Test("The client's identity in the secret store keeps what every store of one promises")
  func identity() async {
    #expect(
      await ClientIdentityStoreConformance.brokenClaims {
        StoredClientIdentity(store: InMemorySecretStore(), access: AccessRequirement())
      } == [])
  }

  @Test("A mission in the secret store keeps what every store of one promises, on this device only")
  func mission() async throws {
    #expect(await MeshKeyStoreConformance.brokenClaims { StoredMeshKeys(InMemorySecretStore()) } == [])
    let seen = SeenStore(InMemorySecretStore())
    try await StoredMeshKeys(seen).save(Secret(copying: [1]))
    #expect(seen.accesses == [AccessRequirement(.afterFirstUnlockThisDeviceOnly)])
  }

  @Test(
    "Record keys in the secret store keep what every place of them promises, and a locked one is never a missing one")
  func recordKeys() async {
    let device = InMemorySecretStore()
    #expect(
      await RecordKeysConformance.brokenClaims(lock: { _ in await device.restartDevice() }) {
        await device.unlockDevice()
        for name in await device.names() { await device.delete(name) }
        return StoredRecordKeys(store: device, access: AccessRequirement())
      } == [])
  }

  @Test("Pin failures in the secret store keep what every store of them promises")
  func pinFailures() async {
    #expect(
      await PinFailureStoreConformance.brokenClaims {
        StoredPinFailures(store: InMemorySecretStore(), access: AccessRequirement())
      } == [])
  }
}
