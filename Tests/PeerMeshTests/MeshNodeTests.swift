import Foundation
import PeerMesh
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct MeshNodeTests {
  private func node(_ number: Int, store: InMemoryMeshKeyStore, clock: ManualClock) throws -> MeshNode {
    MeshNode(
      device: try Crew.device(number), mission: try Crew.mission(Crew.key()), store: store,
      now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) }, random: { .random(in: .min ... .max) })
  }

  /// The first event that `choose` likes.
  private func first<Value>(_ node: MeshNode, _ choose: (MeshEffect) -> Value?) async -> Value? {
    for await effect in node.events { if let value = choose(effect) { return value } }
    return nil
  }

  @Test(.timeLimit(.minutes(1)))
  func `Two nodes with tasks meet over a link and talk`() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let stores = (InMemoryMeshKeyStore(), InMemoryMeshKeyStore())
    let (left, right) = (try node(1, store: stores.0, clock: clock), try node(2, store: stores.1, clock: clock))
    let (first, second) = InMemoryLink.pair(id: LinkID(1), mtu: 60, binding: [1, 2, 3])
    await right.attach(second)
    await left.attach(first)
    let peer = await self.first(right) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    #expect(peer == "uid-1")
    try await left.send([1, 2, 3], as: .chat)
    let message = await self.first(right) { if case .deliver(let message) = $0 { message } else { nil } }
    #expect(message?.body == [1, 2, 3])
    #expect(stores.1.saves > 0)
    #expect(await right.wipe() == .holds)
    let isEmpty = try await stores.1.load() == nil
    #expect(isEmpty)
    #expect(await right.peers.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `A wipe that leaves keys behind says so`() async throws {
    let store = InMemoryMeshKeyStore()
    try await store.save(Crew.mission(Crew.key()).stored())
    let node = try node(1, store: store, clock: ManualClock())
    store.fail(.removesNothing)
    #expect(await node.wipe() != .holds)
  }
}
