import Mantlet
import Redaction
import SealedRecords
import SecretStorage
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct StoredRecordAnchorTests {
  @Test("Overlapping saves never lower the generation")
  func overlapping() async throws {
    let device = Stage.Device()
    let store = HeldStore(device.secrets)
    let stage = try await Stage(device, over: store)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    _ = try await stage.shield.records()
    let anchor = try #require(device.owners.lastAnchor)
    func state(_ generation: UInt64) throws -> RecordState {
      let digest = [UInt8](repeating: 2, count: 32)
      return try #require(
        RecordState(store: [UInt8](repeating: 1, count: 16), generation: generation, digest: digest))
    }
    let (first, second, third) = (try state(1), try state(2), try state(3))
    try await anchor.save(first)
    store.hold(SecretName(constant: "record-anchor"))
    let slow = Task { try await anchor.save(second) }
    await store.untilWaiting()
    let fast = Task { try await anchor.save(third) }
    for _ in 0..<1000 { await Task.yield() }
    store.letGo()
    try await slow.value
    try await fast.value
    #expect(try await anchor.load() == third)
  }

  @Test(arguments: [true, false])
  func `An altered state is named as missing, and keeps no newer one from being saved`(
    _ isUnderOtherKey: Bool
  ) async throws {
    let device = Stage.Device()
    let store = DamagedStore(device.secrets) { isUnderOtherKey ? .wrongKey($0) : .corrupted($0) }
    let stage = try await Stage(device, over: store)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    _ = try await stage.shield.records()
    let anchor = try #require(device.owners.lastAnchor)
    let state = try #require(
      RecordState(store: [UInt8](repeating: 1, count: 16), generation: 3, digest: [UInt8](repeating: 2, count: 32)))
    try await anchor.save(state)
    store.damage(SecretName(constant: "record-anchor"))
    await #expect(throws: SealedRecords.RecordError.anchorMissing) { _ = try await anchor.load() }
    try await anchor.save(state)
    #expect(try await anchor.load() == state)
  }
}
