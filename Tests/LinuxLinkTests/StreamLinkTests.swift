import Glibc
import LinuxLink
import PeerMesh
import Redaction
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct StreamLinkTests {
  /// Sends bytes on a connection of its own and hears until the other side ends it; the link's datagrams.
  private func heard(_ bytes: [UInt8], closing: Bool) async throws -> [[UInt8]] {
    let listener = try Sockets.listener()
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    let code = Sockets.withLoopback(1, port: listener.address.port) { connect(file, $0, $1) }
    try #require(code == 0)
    for byte in bytes { #expect(Glibc.send(file, [byte], 1, Int32(MSG_NOSIGNAL)) == 1) }
    if closing { shutdown(file, Int32(SHUT_WR)) }
    var datagrams: [[UInt8]] = []
    for await link in listener.links {
      for await datagram in link.datagrams { datagrams.append(datagram) }
      break
    }
    return datagrams
  }

  @Test func `Datagrams that come byte by byte are whole, and half of one is none`() async throws {
    #expect(try await heard([0, 2, 7, 8, 0, 1, 9, 0, 4, 1, 2], closing: true) == [[7, 8], [9]])
  }

  @Test(arguments: [[0, 0] as [UInt8], [0x40, 0x01], [0xFF, 0xFF]])
  func `A length that no datagram has ends the link`(length: [UInt8]) async throws {
    #expect(try await heard([0, 1, 5] + length, closing: false) == [[5]])
  }

  @Test func `Who does not read loses the link, and neither stops the sender nor fills its memory`() async throws {
    let ((first, second), listener) = try await Sockets.streamPair()
    let peer = (first as? StreamLink)?.peer
    let big = [UInt8](repeating: 3, count: first.description.mtu)
    await #expect(throws: MeshError.linkClosed) { for _ in 0..<4000 { try await first.send(big) } }
    var count = 0
    for await datagram in second.datagrams {
      #expect(datagram == big)
      count += 1
    }
    #expect(count >= 32)
    #expect(listener.address == peer)
  }

  /// Keeps nothing until it is let go.
  private actor HeldStore: MeshKeyStore {
    private let inner = InMemoryMeshKeyStore()
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func load() async throws(MeshError) -> Secret? { try await inner.load() }
    func remove() async throws(MeshError) { try await inner.remove() }
    func save(_ mission: borrowing Secret) async throws(MeshError) {
      let copy = mission.duplicate()
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
      try await inner.save(copy)
    }

    var isWaiting: Bool { !waiting.isEmpty }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  @Test func `A burst over TCP is delivered whole, however slow the neighbour's store is`() async throws {
    let ((first, second), listener) = try await Sockets.streamPair()
    let store = HeldStore()
    var limits = MeshLimits()
    limits.fromSender = Rate(perSecond: 1_000, burst: 1_000)
    let (left, right) = (try Sockets.node(1, limits: limits), try Sockets.node(2, store: store, limits: limits))
    await right.attach(second)
    await left.attach(first)
    for await effect in left.events { if case .proven = effect { break } }
    // From here on the neighbour reads no datagram before its store lets it.
    while await !store.isWaiting { await Task.yield() }
    for number in 0..<200 as Range<UInt8> {
      try await left.send([number] + [UInt8](repeating: 0, count: 99), as: .event)
    }
    await store.open()
    var heard: [UInt8] = []
    for await effect in right.events {
      guard case .deliver(let message) = effect, let number = message.body.first else { continue }
      heard.append(number)
      // Goes behind what waited, and into room that there is by now.
      if heard.count == 60 { try await left.send([255], as: .event) }
      if number == 255 { break }
    }
    #expect(heard == Array(0..<200) + [255])
    withExtendedLifetime(listener) {}
  }

  @Test func `Nobody listening is an error, not a link`() async throws {
    await #expect(throws: LinkSocketError.system(call: "connect", errno: ECONNREFUSED)) {
      try await StreamLink.connect(to: SocketAddress("127.0.0.1:1"), id: LinkID(1))
    }
  }

  @Test func `An address of one link without its interface is refused, to connect and to listen`() async throws {
    let address = try SocketAddress("[fe80::1]:6970")
    await #expect(throws: LinkSocketError.zoneNeeded) { try await StreamLink.connect(to: address, id: LinkID(1)) }
    #expect(throws: LinkSocketError.zoneNeeded) {
      try StreamListener(on: address, numbers: LinkNumbers(), now: Sockets.clock)
    }
  }

  @Test(.enabled(if: Sockets.versions.contains(.six), "no IPv6 on the loopback interface"))
  func `Who listens on IPv6 takes no IPv4 connection in its clothes`() async throws {
    let listener = try StreamListener(on: SocketAddress("[::]:0"), numbers: LinkNumbers(), now: Sockets.clock)
    await #expect(throws: LinkSocketError.system(call: "connect", errno: ECONNREFUSED)) {
      try await StreamLink.connect(to: SocketAddress("127.0.0.1:\(listener.address.port)"), id: LinkID(1))
    }
    let link = try await StreamLink.connect(to: SocketAddress("[::1]:\(listener.address.port)"), id: LinkID(1))
    #expect(link.peer.description == "[::1]:\(listener.address.port)")
    await link.close()
  }
}
