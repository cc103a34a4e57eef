import PeerMesh
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct MeshKeyringTests {
  @Test func `A smaller or equal epoch never becomes current, also after a restart`() throws {
    let ring = try MeshKeyring(Crew.key(1, epoch: 5)).rotated(to: Crew.key(2, epoch: 6), graceUntil: 10)
    #expect(throws: MeshError.keyRolledBack(epoch: 6)) { try ring.rotated(to: Crew.key(3, epoch: 6), graceUntil: 10) }
    let restarted = try KeptMission(stored: KeptMission(keyring: ring).stored()).keyring
    #expect(throws: MeshError.keyRolledBack(epoch: 5)) {
      try restarted.rotated(to: Crew.key(1, epoch: 5), graceUntil: 10)
    }
    #expect(throws: MeshError.keyRolledBack(epoch: 4)) { try restarted.awaiting(Crew.key(4, epoch: 4)) }
  }

  @Test func `What is kept comes back whole`() throws {
    let ring = try MeshKeyring(Crew.key(1, epoch: 1)).rotated(to: Crew.key(2, epoch: 2), graceUntil: 77)
      .rotated(to: Crew.key(3, epoch: 3, authority: Crew.signer(1).publicKey), graceUntil: 99, condemned: true)
      .awaiting(Crew.key(4, epoch: 4, notBefore: 1_000))
    let kept = try KeptMission(stored: KeptMission(keyring: ring, replayFloor: 123).stored())
    #expect(kept.replayFloor == 123)
    #expect(kept.keyring.entries.map(\.key.id) == ring.entries.map(\.key.id))
    #expect(kept.keyring.entries.map(\.standing) == [.current, .next, .condemned, .condemned])
    #expect(kept.keyring.entries.map(\.until) == [nil, nil, 99, 77])
    #expect(kept.keyring.highestEpoch == 3)
  }

  @Test func `What the first version kept can be read`() throws {
    let ring = try MeshKeyring(Crew.key(1, epoch: 1)).rotated(to: Crew.key(2, epoch: 2), graceUntil: 77)
    let stored = KeptMission(keyring: ring, replayFloor: 123).stored().withExposedBytes { Array($0) }
    #expect(stored.first == 2 && stored.suffix(4) == [0, 0, 0, 0])
    // The same keys, and nothing behind them.
    let former = try KeptMission(stored: Secret(copying: [1] + stored.dropFirst().dropLast(4)))
    #expect(former.replayFloor == 123 && former.keyring.entries.map(\.key.id) == ring.entries.map(\.key.id))
    #expect(throws: MeshError.storeDamaged) { try KeptMission(stored: Secret(copying: [1] + stored.dropFirst())) }
    #expect(throws: MeshError.storeDamaged) { try KeptMission(stored: Secret(copying: [3] + stored.dropFirst())) }
  }

  @Test func `Damaged bytes are refused and never crash`() throws {
    let stored = try KeptMission(keyring: MeshKeyring(Crew.key())).stored().withExposedBytes { Array($0) }
    for place in stored.indices {
      #expect(throws: MeshError.storeDamaged) { try KeptMission(stored: Secret(copying: stored.prefix(place))) }
    }
    for place in stored.indices.dropFirst(13) {
      var altered = stored
      altered[place] ^= 0x80
      _ = try? KeptMission(stored: Secret(copying: altered))
    }
    #expect(throws: MeshError.storeDamaged) { try KeptMission(stored: Secret(copying: stored + [0])) }
  }

  @Test func `The store in memory keeps its promises`() async {
    #expect(await MeshKeyStoreConformance.brokenClaims { InMemoryMeshKeyStore() } == [])
  }

  @Test func `A wipe holds only if the store reads back empty`() async throws {
    let store = InMemoryMeshKeyStore()
    try await store.save(KeptMission(keyring: MeshKeyring(Crew.key())).stored())
    store.fail(.removesNothing)
    #expect(await MissionWipe.wipe(store) == .fails("keys of the mission are still there after the wipe"))
    store.fail(.unreadable(-25308))
    guard case .undetermined = await MissionWipe.wipe(store) else {
      Issue.record("a store that cannot be read back is no success")
      return
    }
    store.fail(nil)
    #expect(await MissionWipe.wipe(store) == .holds)
    let isEmpty = try await store.load() == nil
    #expect(isEmpty)
  }
}
