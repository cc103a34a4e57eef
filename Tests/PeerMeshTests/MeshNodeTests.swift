import Foundation
import PeerMesh
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite struct MeshNodeTests {
  private func node(_ number: Int, store: any MeshKeyStore, clock: ManualClock) throws -> MeshNode {
    MeshNode(
      device: try Crew.device(number), mission: try Crew.mission(Crew.key()), store: store,
      now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) }, random: { .random(in: .min ... .max) })
  }

  /// The first event that `choose` likes.
  private func first<Value>(_ node: MeshNode, _ choose: (MeshEffect) -> Value?) async -> Value? {
    for await effect in node.events { if let value = choose(effect) { return value } }
    return nil
  }

  @Test(.timeLimit(.minutes(15)))
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

  /// A link that writes down what it is given; it can shrink, refuse and be closed.
  private final class WatchedLink: Link {
    struct State {
      var mtu = 512
      var refuses = false
      var sent: [Int] = []
      var isClosed = false
    }

    let state = Mutex(State())
    let inner: InMemoryLink

    init(_ inner: InMemoryLink) { self.inner = inner }

    var description: LinkDescription {
      let known = inner.description
      return LinkDescription(
        id: known.id, kind: known.kind, role: known.role, binding: known.binding, mtu: state.withLock { $0.mtu })
    }
    var datagrams: AsyncStream<[UInt8]> { inner.datagrams }

    func send(_ datagram: [UInt8]) async throws(MeshError) {
      let refuses = state.withLock {
        $0.sent.append(datagram.count)
        return $0.refuses
      }
      if refuses { throw .tooLarge(limit: 1) }
      try await inner.send(datagram)
    }

    func close() async {
      state.withLock { $0.isClosed = true }
      await inner.close()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `A link is asked for its MTU before anything is cut for it, and closed when it refuses`() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let (left, right) = (
      try node(1, store: InMemoryMeshKeyStore(), clock: clock), try node(2, store: InMemoryMeshKeyStore(), clock: clock)
    )
    let (first, second) = InMemoryLink.pair(id: LinkID(1), mtu: 512, binding: [1, 2, 3])
    let link = WatchedLink(first)
    await right.attach(second)
    await left.attach(link)
    _ = await self.first(right) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    _ = await self.first(left) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    link.state.withLock {
      $0.mtu = 60
      $0.sent = []
    }
    try await left.send([UInt8](repeating: 7, count: 300), as: .chat)
    let (sent, isClosed) = link.state.withLock { ($0.sent, $0.isClosed) }
    #expect(sent.count > 5 && sent.allSatisfy { $0 <= 60 } && !isClosed)
    link.state.withLock { $0.refuses = true }
    try await left.send([1], as: .chat)
    let isEnded = link.state.withLock { $0.isClosed }
    #expect(isEnded)
  }

  /// A store whose saves wait until they are let go, in the order that a test wants.
  private actor SlowStore: MeshKeyStore {
    private let inner = InMemoryMeshKeyStore()
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false
    private(set) var saves = 0
    private(set) var removals = 0
    private(set) var finished = 0

    func load() async throws(MeshError) -> Secret? { try await inner.load() }
    func remove() async throws(MeshError) {
      removals += 1
      try await inner.remove()
    }
    func save(_ mission: borrowing Secret) async throws(MeshError) {
      let copy = mission.duplicate()
      saves += 1
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
      try await inner.save(copy)
      finished += 1
    }

    /// The last to come goes first.
    func open() {
      isOpen = true
      for continuation in waiting.reversed() { continuation.resume() }
      waiting = []
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `A save that is under way when the mission ends leaves nothing behind`() async throws {
    let (store, clock) = (SlowStore(), ManualClock(Date(timeIntervalSince1970: 1_800_000_000)))
    let (left, right) = (
      try node(1, store: InMemoryMeshKeyStore(), clock: clock), try node(2, store: store, clock: clock)
    )
    let (first, second) = InMemoryLink.pair(id: LinkID(1), mtu: 512, binding: [1, 2, 3])
    await right.attach(second)
    await left.attach(first)
    while await store.saves == 0 { await Task.yield() }
    async let verdict = right.wipe()
    while await !right.peers.isEmpty { await Task.yield() }
    // Time enough to remove first what is then saved again.
    for _ in 0..<20_000 where await store.removals == 0 { await Task.yield() }
    await store.open()
    #expect(await verdict == .holds)
    while await store.finished < store.saves { await Task.yield() }
    let isEmpty = try await store.load() == nil
    #expect(isEmpty)
  }

  @Test(.timeLimit(.minutes(15)))
  func `A slow store never ends with an older state, and nothing is handed out before its state is kept`() async throws
  {
    let (store, clock) = (SlowStore(), ManualClock(Date(timeIntervalSince1970: 1_800_000_000)))
    let authority = try Crew.signer(2).publicKey
    let right = MeshNode(
      device: try Crew.device(2), mission: try Crew.mission(Crew.key(authority: authority)), store: store,
      now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) }, random: { .random(in: .min ... .max) })
    let first = Task { try await right.rotate(to: Crew.key(2, epoch: 2, authority: authority)) }
    while await store.saves == 0 { await Task.yield() }
    let second = Task { try await right.rotate(to: Crew.key(3, epoch: 3, authority: authority)) }
    for _ in 0..<20_000 { await Task.yield() }
    #expect(await store.saves == 1)
    await store.open()
    try await first.value
    try await second.value
    guard let kept = try await store.load() else {
      Issue.record("nothing was kept")
      return
    }
    #expect(try KeptMission(stored: kept).keyring.current.epoch == 3)
  }

  @Test(.timeLimit(.minutes(15)))
  func `After a wipe, and under an id that is taken, a link is closed`() async throws {
    let node = try node(1, store: InMemoryMeshKeyStore(), clock: ManualClock())
    let pairs = (0..<3).map { _ in InMemoryLink.pair(id: LinkID(1)) }
    await node.attach(pairs[0].0)
    await node.attach(pairs[1].0)
    await #expect(throws: MeshError.linkClosed) { try await pairs[1].1.send([1]) }
    try await pairs[0].1.send([1])
    #expect(await node.wipe() == .holds)
    await node.attach(pairs[2].0)
    await #expect(throws: MeshError.linkClosed) { try await pairs[2].1.send([1]) }
  }

  @Test(.timeLimit(.minutes(15)))
  func `After a wipe nothing is sent, rotated or excluded, and it says so`() async throws {
    let node = try node(1, store: InMemoryMeshKeyStore(), clock: ManualClock())
    #expect(await node.wipe() == .holds)
    await #expect(throws: MeshError.noKey) { try await node.send([1], as: .emergency) }
    await #expect(throws: MeshError.noKey) { try await node.rotate(to: Crew.key(2, epoch: 2)) }
    await #expect(throws: MeshError.noKey) {
      try await node.exclude([[1]], lostSince: 0, newKey: Crew.key(2, epoch: 2))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `A confirmation is kept before it is answered, and is there after a restart`() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let store = InMemoryMeshKeyStore()
    let (left, right) = (
      try node(1, store: InMemoryMeshKeyStore(), clock: clock), try node(2, store: store, clock: clock)
    )
    let (first, second) = InMemoryLink.pair(id: LinkID(1), mtu: 512, binding: [1, 2, 3])
    await right.attach(second)
    await left.attach(first)
    let device = await self.first(right) { if case .peer(let peer) = $0 { peer.device } else { nil } }
    #expect(await right.confirm(deviceID: try #require(device).id))
    guard let stored = try await store.load() else {
      Issue.record("nothing was kept")
      return
    }
    let kept = try KeptMission(stored: stored)
    let again = MeshNode(
      device: try Crew.device(2), mission: kept, store: store,
      now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) }, random: { .random(in: .min ... .max) })
    #expect(await again.peers.map(\.pinning) == [.confirmed])
    // Undone as it was done.
    #expect(await again.forget(uid: "uid-1"))
    #expect(await !again.forget(uid: "uid-1"))
    guard let stored = try await store.load() else {
      Issue.record("nothing was kept")
      return
    }
    let last = try KeptMission(stored: stored)
    let third = MeshNode(
      device: try Crew.device(2), mission: last, store: store,
      now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) }, random: { .random(in: .min ... .max) })
    #expect(await third.peers.isEmpty)
  }

  /// A link that repeats nothing, as a byte stream.
  private struct StreamLikeLink: Link {
    let inner: InMemoryLink
    var description: LinkDescription {
      let known = inner.description
      return LinkDescription(id: known.id, kind: .network, role: known.role, binding: known.binding, mtu: known.mtu)
    }
    var datagrams: AsyncStream<[UInt8]> { inner.datagrams }
    func send(_ datagram: [UInt8]) async throws(MeshError) { try await inner.send(datagram) }
    func close() async { await inner.close() }
  }

  @Test(.timeLimit(.minutes(15)))
  func `What waited on a byte stream beyond the link's budget is taken later, and none of it is lost`() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    var limits = MeshLimits()
    (limits.body, limits.toLink) = (30_000, Rate(perSecond: 1 << 24, burst: 1 << 24))
    func node(_ number: Int) throws -> MeshNode {
      MeshNode(
        device: try Crew.device(number), mission: try Crew.mission(Crew.key()), store: InMemoryMeshKeyStore(),
        limits: limits, now: { MeshTime(clock.now.timeIntervalSince1970 * 1000) },
        random: { .random(in: .min ... .max) })
    }
    let (left, right) = (try node(1), try node(2))
    let (first, second) = InMemoryLink.pair(id: LinkID(1), mtu: 65_000, binding: [1, 2, 3])
    await right.attach(StreamLikeLink(inner: second))
    await left.attach(StreamLikeLink(inner: first))
    _ = await self.first(left) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    _ = await self.first(right) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    // 900 KB at once, while the clock stands.
    for number in 0..<30 as Range<UInt8> { try await left.send([UInt8](repeating: number, count: 30_000), as: .chat) }
    var counters = await right.counters
    for _ in 0..<100_000 where counters.delivered < 30 && counters.refusals.isEmpty {
      clock.advance(bySeconds: 0.01)
      await right.tick()
      await Task.yield()
      counters = await right.counters
    }
    #expect(counters.delivered == 30 && counters.refusals.isEmpty, "\(counters)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `A wipe that leaves keys behind says so`() async throws {
    let store = InMemoryMeshKeyStore()
    try await store.save(Crew.mission(Crew.key()).stored())
    let node = try node(1, store: store, clock: ManualClock())
    store.fail(.removesNothing)
    #expect(await node.wipe() != .holds)
  }
}
