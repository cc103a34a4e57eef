import Mantlet
import NetworkTrust
import PeerMesh
import Redaction
import SealedRecords
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

  @Test("A pin update in the secret store keeps what every store of one promises")
  func pinUpdate() async {
    #expect(
      await PinUpdateStoreConformance.brokenClaims {
        StoredPinUpdate(store: InMemorySecretStore(), access: AccessRequirement())
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

  @Test("A record key that is made while another process is about to stands")
  func recordKeyAtOnce() async throws {
    let store = HeldStore(InMemorySecretStore())
    let keys = StoredRecordKeys(store: store, access: AccessRequirement())
    store.hold(SecretName(constant: "record-key.1.mantlet.mission"))
    let late = Task { try await keys.makeKey(for: .mission, version: 1) }
    await store.untilWaiting()
    try await keys.makeKey(for: .mission, version: 1)
    let first = try await keys.key(for: .mission, version: 1)?.withExposedBytes { Array($0) }
    store.letGo()
    try await late.value
    #expect(first != nil)
    #expect(try await keys.key(for: .mission, version: 1)?.withExposedBytes { Array($0) } == first)
  }

  @Test("Pin failures in the secret store keep what every store of them promises")
  func pinFailures() async {
    #expect(
      await PinFailureStoreConformance.brokenClaims {
        StoredPinFailures(store: InMemorySecretStore(), access: AccessRequirement())
      } == [])
  }
}
