import Glibc
import LinuxLink
import PeerMesh
import Synchronization
import Testing

/// When a beacon ends a link, and how a neighbour that was restarted under the same address and port comes back.
/// Beacons prove nothing: a stranger can say what a restarted neighbour would. Four cases:
///
/// - Who speaks first was restarted, and the link is proven on our side: its hello comes on that link, where the
///   machine answers it, and its first record under the new keys takes the place of the old ones. At once.
/// - The same, not proven: there is one handshake at a time, so its hello may wait until the one with the former it
///   ends (10 seconds), and then until the address has rested (5). Its own try ends meanwhile and rests as well; the
///   next beacon (2) begins another. Within 20 seconds.
/// - Who is spoken to was restarted, and the link is proven on our side: it cannot open what we send, and does not
///   speak first. It says beacons and nothing else. So the link ends at the first of them (2) after 65 seconds without
///   a datagram, rests (5), and the next beacon (2) begins another. There our last records may have made a link that
///   proved nothing and whose address rests (5), while a hello goes every second. Within 80 seconds.
/// - The same, not proven: our hello goes every second, and the next one is answered.
///
/// No beacon ends a link on the side that is spoken to: the other one would say no hello, as it knows of nothing, and
/// both would wait for 180 seconds of silence.
@Suite(.timeLimit(.minutes(15))) struct NeighbourSilenceTests {
  private static func first(_ node: DatagramNeighbourhood) async throws -> DatagramLink {
    for await link in node.links { return link }
    throw MeshError.linkClosed
  }

  /// Once this stranger's link is there, whatever was said to the group before was heard.
  private static func waitUntilHeard(_ node: DatagramNeighbourhood, _ group: SocketAddress, host: UInt32) async throws {
    Stranger(at: host).say(200, to: group)
    let made = try await first(node)
    try #require("\(made.peer.host)" == "127.0.0.\(host)")
  }

  @Test func `No beacon ends a link on which the other side speaks first`() async throws {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_000_000)
    let node = try Sockets.neighbourhood(group, token: 1) { time.withLock { $0 } }
    let peer = try #require(Stranger.below(node.address))
    peer.send([1, 0, 9], to: node.address)
    let link = try await Self.first(node)
    link.proved()
    time.withLock { $0 += 170_000 }
    for token in 2...4 as ClosedRange<UInt8> { peer.say(token, to: group) }
    try await Self.waitUntilHeard(node, group, host: 9)
    try await link.send([1])
    node.close()
  }

  @Test func `A beacon ends a link on which we speak first only after more silence than between two announcements`()
    async throws
  {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_000_000)
    let node = try Sockets.neighbourhood(group, token: 1) { time.withLock { $0 } }
    let peer = Stranger(at: 9)
    peer.say(2, to: group)
    let link = try await Self.first(node)
    link.proved()
    time.withLock { $0 += 60_000 }
    peer.send([6], to: node.address)
    for await _ in link.datagrams { break }
    time.withLock { $0 += 64_000 }
    peer.say(3, to: group)
    try await Self.waitUntilHeard(node, group, host: 10)
    try await link.send([1])
    time.withLock { $0 += 2_000 }
    peer.say(3, to: group)
    try await Self.waitUntilHeard(node, group, host: 11)
    await #expect(throws: MeshError.linkClosed) { try await link.send([1]) }
    time.withLock { $0 += 6_000 }
    peer.say(3, to: group)
    #expect(try await Self.first(node).peer == link.peer)
    node.close()
  }

  @Test func `Where announcements are rarer, silence lasts longer before a link is over`() async throws {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_000_000)
    let node = try Sockets.neighbourhood(group, token: 1, announceInterval: 180_000) { time.withLock { $0 } }
    let peer = Stranger(at: 9)
    peer.say(2, to: group)
    let link = try await Self.first(node)
    link.proved()
    time.withLock { $0 += 184_000 }
    peer.say(3, to: group)
    try await Self.waitUntilHeard(node, group, host: 10)
    // More than three of the usual intervals.
    try node.announce()
    try await link.send([1])
    time.withLock { $0 += 2_000 }
    peer.say(3, to: group)
    try await Self.waitUntilHeard(node, group, host: 11)
    await #expect(throws: MeshError.linkClosed) { try await link.send([1]) }
    node.close()
  }

  /// A node with its neighbourhood.
  private struct Member {
    let place: DatagramNeighbourhood
    let node: MeshNode
    private let taking: Task<Void, Never>

    init(_ number: UInt8, _ place: DatagramNeighbourhood, now: @escaping @Sendable () -> MeshTime) throws {
      let node = try Sockets.node(number, now: now)
      (self.node, self.place) = (node, place)
      taking = Task { for await link in place.links { await node.attach(link) } }
    }

    func waitForProof() async { for await effect in node.events { if case .proven = effect { break } } }

    func end() async {
      place.close()
      await taking.value
    }
  }

  /// At an address that somebody else may just leave: it is free once the last owner of the socket is gone.
  private static func neighbourhood(
    _ group: SocketAddress, port: UInt16, token: UInt64, now: @escaping @Sendable () -> MeshTime
  ) async throws -> DatagramNeighbourhood {
    while true {
      try Task.checkCancellation()
      do {
        return try Sockets.neighbourhood(group, port: port, token: token, now: now)
      } catch LinkSocketError.system(_, EADDRINUSE) {
        await Task.yield()
      }
    }
  }

  @Test(arguments: [LinkRole.initiator, .responder])
  func `Who was restarted under the same address is a neighbour again`(restarted: LinkRole) async throws {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_800_000_000_000)
    let now: @Sendable () -> MeshTime = { time.withLock { $0 } }
    var members: [Member?] = []
    for number in 1...2 as ClosedRange<UInt8> {
      let place = try Sockets.neighbourhood(group, token: UInt64(number), now: now)
      members.append(try Member(number, place, now: now))
    }
    members.sort { left, right in
      guard let left, let right else { return false }
      return left.place.address < right.place.address
    }
    // The one in front speaks first when it hears the other.
    try members[1]?.place.announce()
    for member in members { await member?.waitForProof() }

    let index = restarted == .initiator ? 0 : 1
    let port = try #require(members[index]?.place.address.port)
    let other = try #require(members[1 - index])
    await members[index]?.end()
    members[index] = nil
    let place = try await Self.neighbourhood(group, port: port, token: 3, now: now)
    let again = try Member(3, place, now: now)
    time.withLock { $0 += 30_000 }
    if restarted == .responder {
      time.withLock { $0 += 36_000 }
      try again.place.announce()
      // It is spoken to once what was said before was heard.
      let stranger = Stranger(at: 9)
      stranger.say(200, to: group)
      await stranger.hear(from: other.place.address.port)
      time.withLock { $0 += 6_000 }
    }
    for member in [again, other] { try member.place.announce() }
    await again.waitForProof()
    try await again.node.send([7], as: .event)
    for await effect in other.node.events { if case .deliver(let message) = effect, message.body == [7] { break } }
    for member in [again, other] { await member.end() }
  }
}
