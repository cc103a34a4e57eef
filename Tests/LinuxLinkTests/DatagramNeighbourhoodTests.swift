import LinuxLink
import PeerMesh
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct DatagramNeighbourhoodTests {
  private static func first(_ node: DatagramNeighbourhood) async throws -> DatagramLink {
    for await link in node.links { return link }
    throw MeshError.linkClosed
  }

  @Test func `A flood of strangers makes a bounded number of links`() async throws {
    // The clock stands still, so no budget grows again.
    let node = try Sockets.neighbourhood(Sockets.group(), token: 1) { 1_000_000 }
    let friend = try Sockets.neighbourhood(Sockets.group(), token: 2)
    node.meet(friend.address)
    friend.meet(node.address)
    let (ours, theirs) = (try await Self.first(node), try await Self.first(friend))
    let strangers = (0..<200).map { _ in Stranger() }
    for stranger in strangers { stranger.send([1, 0, 9], to: node.address) }
    // What comes after the flood on the same socket shows that the flood was read.
    try await theirs.send([7])
    for await datagram in ours.datagrams where datagram == [7] { break }
    node.close()
    var count = 0
    for await _ in node.links { count += 1 }
    #expect(count <= 31)
  }

  @Test func `One host that claims to be many uses up nobody else's place`() async throws {
    let group = try Sockets.group()
    let node = try Sockets.neighbourhood(group, token: 1) { 1_000_000 }
    let crowd = (0..<60).map { _ in Stranger(at: 9) }
    for (number, stranger) in crowd.enumerated() { stranger.say(UInt8(number + 2), to: group) }
    let honest = Stranger(at: 10)
    honest.say(100, to: group)
    var count = 0
    // The group's socket hands over in order of arrival.
    for await link in node.links {
      if "\(link.peer)".hasPrefix("127.0.0.10:") { break }
      count += 1
    }
    #expect(count == 8)
    node.close()
  }

  @Test func `When all places of strangers are taken, the oldest that has proven nothing goes for a newcomer`()
    async throws
  {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_000_000)
    let node = try Sockets.neighbourhood(group, token: 1) { time.withLock { $0 } }
    var links: [DatagramLink] = []
    var made = node.links.makeAsyncIterator()
    for number in 0..<35 as Range<UInt32> {
      Stranger(at: 1_000 + number).say(2, to: group)
      links.append(try #require(await made.next()))
      if number == 0 { links[0].proved() }
      time.withLock { $0 += 1_000 }
    }
    try await links[0].send([1])
    for number in 1...2 { await #expect(throws: MeshError.linkClosed) { try await links[number].send([1]) } }
    for link in links[3...] { try await link.send([1]) }
    node.close()
  }

  @Test func `However many are proven, a newcomer is handed to the node, up to 96 in all`() async throws {
    let group = try Sockets.group()
    let time = Mutex<MeshTime>(1_000_000)
    let node = try Sockets.neighbourhood(group, token: 1) { time.withLock { $0 } }
    let first = Stranger(at: 999)
    var links: [DatagramLink] = []
    for number in 0..<96 as Range<UInt32> {
      (number == 0 ? first : Stranger(at: 1_000 + number)).say(2, to: group)
      links.append(try await Self.first(node))
      links.last?.proved()
      time.withLock { $0 += 1_000 }
    }
    for link in links { try await link.send([1]) }
    Stranger(at: 2_000).say(2, to: group)
    // Its link ends, which shows that what was said before was heard.
    first.say(2, to: group)
    for await _ in links[0].datagrams {}
    node.close()
    for await link in node.links { Issue.record("a link to \(link.peer)") }
  }

  @Test func `What is no beacon, and one's own beacon, make no neighbour`() async throws {
    let group = try Sockets.group()
    let both = [try Sockets.neighbourhood(group, token: 7), try Sockets.neighbourhood(group, token: 8)].sorted {
      $0.address < $1.address
    }
    // The greater address: taken for a neighbour, it would be spoken to at once.
    let stranger = Stranger(at: 9)
    try both[0].announce()
    let head = Array("mntl".utf8)
    let zeros = [13, 2000].map { [UInt8](repeating: 0, count: $0) }
    for bytes in [[1], head, head + [1] + [UInt8](repeating: 1, count: 9)] + zeros { stranger.send(bytes, to: group) }
    // The group's socket hands over in order of arrival.
    try both[1].announce()
    #expect(try await Self.first(both[0]).peer == both[1].address)
  }

  @Test func `An address of another network is not spoken to`() async throws {
    let node = try Sockets.neighbourhood(Sockets.group(), token: 1)
    node.meet(try SocketAddress("10.1.2.3:4567"))
    node.close()
    for await link in node.links { Issue.record("a link to \(link.peer)") }
  }

  @Test(arguments: ["127.0.0.1:6969", "[::1]:6969", "[ff05::2]:6969", "[ff0e::2]:6969", "239.2.3.1:0", "[ff12::2]:0"])
  func `A group must be a multicast address that stays on the link`(group: String) throws {
    let group = try SocketAddress(group)
    guard Sockets.versions.contains(group.host.version) else { return }
    #expect(throws: LinkSocketError.notMulticast) { try Sockets.neighbourhood(group, token: 1) }
  }

  @Test func `Interface and group are of one version`() throws {
    #expect(throws: LinkSocketError.noInterface) {
      try DatagramNeighbourhood(
        on: NetworkInterface(named: "lo"), group: SocketAddress("[ff12::1]:6969"), token: 1, numbers: LinkNumbers(),
        now: Sockets.clock)
    }
  }

  @Test(.enabled(if: Sockets.versions.contains(.six), "no IPv6 on the loopback interface"))
  func `Over IPv6 a datagram is as large as a packet without its longer head`() async throws {
    let (pair, both) = try await Sockets.datagramPair(.six)
    #expect(pair.0.description.binding == pair.1.description.binding && pair.0.description.binding.count == 36)
    let large = [UInt8](repeating: 1, count: pair.0.description.mtu)
    try await pair.0.send(large)
    for await datagram in pair.1.datagrams {
      #expect(datagram == large)
      break
    }
    both[0].meet(try SocketAddress("[2001:db8::1]:4567"))
    for node in both { node.close() }
    for await link in both[0].links { #expect(link.peer == both[1].address) }
  }

  @Test func `After the clock was set back a silent neighbour's link still ends, and no later`() async throws {
    let time = Mutex<MeshTime>(10_000_000)
    let node = try Sockets.neighbourhood(Sockets.group(), token: 1) { time.withLock { $0 } }
    let peer = try Sockets.neighbourhood(Sockets.group(), token: 2)
    node.meet(peer.address)
    let link = try await Self.first(node)
    time.withLock { $0 += 170_000 }
    try node.announce()
    time.withLock { $0 -= 3_600_000 }
    try node.announce()
    try await link.send([1])
    time.withLock { $0 += 20_000 }
    try node.announce()
    await #expect(throws: MeshError.linkClosed) { try await link.send([2]) }
  }

  @Test func `Who left before the clock was set back may come again after its rest`() async throws {
    let time = Mutex<MeshTime>(10_000_000)
    let node = try Sockets.neighbourhood(Sockets.group(), token: 1) { time.withLock { $0 } }
    let peer = try Sockets.neighbourhood(Sockets.group(), token: 2)
    node.meet(peer.address)
    await (try await Self.first(node)).close()
    time.withLock { $0 -= 3_600_000 }
    try node.announce()
    time.withLock { $0 += 6_000 }
    node.meet(peer.address)
    node.close()
    var peers: [SocketAddress] = []
    for await link in node.links { peers.append(link.peer) }
    #expect(peers == [peer.address])
  }

  @Test func `A silent neighbour's link ends, one that is heard stays`() async throws {
    let time = Mutex<MeshTime>(1_000_000)
    let group = try Sockets.group()
    let node = try Sockets.neighbourhood(group, token: 1) { time.withLock { $0 } }
    let peer = try Sockets.neighbourhood(group, token: 2)
    node.meet(peer.address)
    peer.meet(node.address)
    let (ours, theirs) = (try await Self.first(node), try await Self.first(peer))
    time.withLock { $0 += 170_000 }
    try await theirs.send([1])
    for await datagram in ours.datagrams {
      #expect(datagram == [1])
      break
    }
    time.withLock { $0 += 170_000 }
    try node.announce()
    try await ours.send([2])
    time.withLock { $0 += 20_000 }
    try node.announce()
    await #expect(throws: MeshError.linkClosed) { try await ours.send([3]) }
  }
}
