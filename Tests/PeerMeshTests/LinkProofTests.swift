import PeerMesh
import SecurityTesting
import Testing

@Suite struct LinkProofTests {
  @Test(arguments: [20, 23, 64, 182, 512, 1_400])
  func `Both sides prove the key and meet, at every MTU`(mtu: Int) throws {
    let fleet = try Fleet.crew(2, key: Crew.key())
    let sizes = Sizes()
    fleet.mesh.onWire = { _, _, _, bytes in
      sizes.largest = max(sizes.largest, bytes.count)
      return bytes
    }
    fleet.mesh.connect(0, 1, mtu: mtu)
    fleet.mesh.run(for: 5_000)
    #expect(Set(fleet.proven) == [0, 1])
    #expect(fleet.mesh.withNode(0) { $0.peers.map(\.uid) } == ["uid-1"])
    #expect(fleet.mesh.withNode(1) { $0.peers.map(\.callsign) } == ["Call-0"])
    #expect(sizes.largest <= mtu)
  }

  private final class Sizes { var largest = 0 }
  private final class Wire { var bytes: [(from: Int, bytes: [UInt8])] = [] }

  @Test func `No discovery data leaves before the other side has proven the key`() throws {
    // A silent peer, one with another key, and one that replays a recorded first message.
    let station = try Station()
    try station.feed(.linkUp(LinkDescription(id: LinkID(1), kind: .memory, role: .initiator, mtu: 512)))
    try station.feed(.linkUp(LinkDescription(id: LinkID(2), kind: .memory, role: .responder, mtu: 512)))
    try station.feed(.send(.emergency, [1, 2, 3]))
    var recorded = Adversary()
    try station.feed(.received(LinkID(2), recorded.hello()))
    let sent = Station.datagrams(station.effects)
    #expect(sent.count == 2 && sent.allSatisfy { $0[0] == 1 || $0[0] == 2 })
    #expect(station.core.provenLinks.isEmpty)
    station.now += 10_001
    try station.feed(.tick)
    #expect(station.refused(.handshakeTimeout) == 2)
    #expect(Station.datagrams(station.effects).allSatisfy { $0[0] == 1 || $0[0] == 2 })
  }

  @Test func `A peer with another key is refused, counted and shown`() throws {
    let fleet = try Fleet.crew(1, key: Crew.key())
    _ = fleet.mesh.add(try Crew.device(5), mission: try Crew.mission(Crew.key(2)))
    let link = fleet.mesh.connect(0, 1)
    fleet.mesh.run(for: 15_000)
    #expect(fleet.proven.isEmpty)
    #expect(
      fleet.notices.contains { $0 == (1, .foreignPeer(link)) }
        && fleet.notices.contains { $0 == (0, .foreignPeer(link)) })
    #expect(fleet.refused(.foreignKey, by: 0) == 1 && fleet.refused(.foreignKey, by: 1) == 1)
  }

  @Test func `Our own first message sent back is refused, on the same link and on another`() throws {
    let station = try Station()
    let first = LinkDescription(id: LinkID(1), kind: .memory, role: .initiator, mtu: 512)
    let hello = try #require(Station.datagrams(try station.feed(.linkUp(first))).first)
    try station.feed(.received(LinkID(1), hello))
    #expect(station.refused(.reflected) == 1)
    try station.feed(.linkUp(LinkDescription(id: LinkID(2), kind: .memory, role: .responder, mtu: 512)))
    let answers = Station.datagrams(try station.feed(.received(LinkID(2), hello)))
    #expect(answers.isEmpty)
    #expect(station.refused(.reflected) == 2)
  }

  @Test func `Records sent back to their sender are refused`() throws {
    let fleet = try Fleet.crew(2, key: Crew.key())
    let wire = Wire()
    fleet.mesh.onWire = { from, _, _, bytes in
      wire.bytes.append((from, bytes))
      return bytes
    }
    let link = fleet.mesh.connect(0, 1)
    fleet.mesh.run(for: 3_000)
    for (from, bytes) in wire.bytes where bytes[0] == 3 { fleet.mesh.inject(bytes, to: from, on: link) }
    fleet.mesh.run(for: 100)
    #expect(fleet.refused(.linkTag, by: 0) > 0 && fleet.refused(.linkTag, by: 1) > 0)
    #expect(fleet.refused(.linkReplay, by: 0) == 0)
  }

  @Test func `A proof that is relayed to another connection fails where connections have names`() throws {
    let fleet = try Fleet.crew(2, key: Crew.key())
    fleet.mesh.connect(0, 1, bindings: (Array("A to attacker".utf8), Array("attacker to B".utf8)))
    fleet.mesh.run(for: 15_000)
    #expect(fleet.proven.isEmpty)
    #expect(fleet.refused(.proofFailed, by: 1) > 0)
  }

  @Test func `A recorded handshake proves nothing later`() throws {
    let fleet = try Fleet.crew(2, key: Crew.key())
    let wire = Wire()
    fleet.mesh.onWire = { from, _, _, bytes in
      wire.bytes.append((from, bytes))
      return bytes
    }
    fleet.mesh.disconnect(fleet.mesh.connect(0, 1))
    let link = fleet.mesh.connect(0, 1)
    fleet.mesh.run(for: 3_000)
    fleet.mesh.disconnect(link)
    let before = fleet.counters(1).proofs
    let station = try Station(1)
    try station.feed(.linkUp(LinkDescription(id: link, kind: .memory, role: .responder, mtu: 512)))
    for (from, bytes) in wire.bytes where from == 0 { try station.feed(.received(link, bytes)) }
    #expect(before > 0 && station.core.provenLinks.isEmpty && station.core.peers.isEmpty)
  }

  @Test func `Lost, doubled and overtaking datagrams delay a proof but do not prevent it`() throws {
    var proofs = 0
    for seed in 0..<20 as Range<UInt64> {
      let fleet = try Fleet.crew(
        2, key: Crew.key(), seed: seed, weather: SimulatedWeather(loss: 0.2, duplication: 0.2, delay: 5...300))
      fleet.mesh.connect(0, 1, mtu: 182)
      fleet.mesh.run(for: 9_000)
      if Set(fleet.proven) == [0, 1] { proofs += 1 }
    }
    #expect(proofs >= 19)
  }

  @Test func `One handshake at a time on a link, and a bounded number in all`() throws {
    var limits = MeshLimits()
    limits.handshakes = Rate(perSecond: 1, burst: 5)
    let station = try Station(limits: limits)
    try station.feed(.linkUp(LinkDescription(id: LinkID(1), kind: .memory, role: .responder, mtu: 512)))
    for number in 0..<3 {
      var adversary = Adversary()
      try station.feed(.received(LinkID(1), adversary.hello(seed: "\(number)")))
    }
    #expect(station.refused(.handshakeBusy) == 2)
    for link in 2..<20 as Range<UInt64> {
      try station.feed(.linkUp(LinkDescription(id: LinkID(link), kind: .memory, role: .responder, mtu: 512)))
      var adversary = Adversary()
      try station.feed(.received(LinkID(link), adversary.hello(seed: "link \(link)")))
    }
    #expect(station.refused(.handshakeRate) == 14)
  }

  @Test func `Recorded hellos of members take nothing from the budget of those who are there`() throws {
    var limits = MeshLimits()
    limits.handshakes = Rate(perSecond: 0, burst: 3)
    let station = try Station(limits: limits)
    var member = Adversary()
    let recorded = try member.hello(seed: "recorded")
    for link in 1..<40 as Range<UInt64> {
      try station.feed(.linkUp(LinkDescription(id: LinkID(link), kind: .memory, role: .responder, mtu: 512)))
      try station.feed(.received(LinkID(link), recorded))
      // Nor do hellos for other keys, or whose tag is wrong under a member's id.
      var stranger = Adversary(key: 2)
      try station.feed(.received(LinkID(link), stranger.hello(seed: "\(link)")))
    }
    #expect(station.refused(.linkReplay) == 38 && station.refused(.handshakeRate) == 0)
    try station.admit(&member, link: LinkID(50))
    #expect(station.core.provenLinks == [LinkID(50)])
  }

  @Test func `A member's hello that somebody altered, or made for another connection, takes nothing`() throws {
    var limits = MeshLimits()
    limits.handshakes = Rate(perSecond: 0, burst: 2)
    let station = try Station(limits: limits)
    for link in 1..<40 as Range<UInt64> {
      try station.feed(.linkUp(LinkDescription(id: LinkID(link), kind: .memory, role: .responder, mtu: 512)))
      var member = Adversary()
      if link % 2 == 0 { member.binding = [1] }
      var hello = try member.hello(seed: "\(link)")
      if link % 2 == 1 { hello[hello.count - 1] ^= 1 }
      #expect(Station.datagrams(try station.feed(.received(LinkID(link), hello))).isEmpty)
    }
    #expect(station.refused(.proofFailed) == 39 && station.refused(.handshakeRate) == 0)
    var member = Adversary()
    try station.admit(&member, link: LinkID(50))
    #expect(station.core.provenLinks == [LinkID(50)])
  }

  @Test func `Who has shown nothing keeps nobody out, and those who have stay`() throws {
    var limits = MeshLimits()
    limits.links = 8
    let station = try Station(limits: limits)
    func stranger(_ number: UInt64, neighbour: [UInt8] = []) throws {
      try station.feed(
        .linkUp(
          LinkDescription(id: LinkID(number), kind: .memory, role: .responder, neighbour: neighbour, mtu: 512)))
    }
    for number in 1..<30 as Range<UInt64> { try stranger(number) }
    var (member, other) = (Adversary(), Adversary())
    try station.admit(&member, link: LinkID(100))
    for number in 30..<60 as Range<UInt64> { try stranger(number) }
    try station.admit(&other, link: LinkID(101))
    for number in 60..<90 as Range<UInt64> { try stranger(number) }
    #expect(station.core.provenLinks == [LinkID(100), LinkID(101)])
    // Proven ones make no room: the ninth member is refused.
    for number in 102..<109 as Range<UInt64> {
      var next = Adversary()
      try? station.admit(&next, link: LinkID(number))
    }
    #expect(station.core.provenLinks.count == 8 && station.core.provenLinks.first == LinkID(100))
  }

  @Test func `Nor does anybody whom strangers made us speak to first`() throws {
    var limits = MeshLimits()
    limits.links = 8
    let station = try Station(limits: limits)
    for number in 1..<30 as Range<UInt64> {
      try station.feed(.linkUp(LinkDescription(id: LinkID(number), kind: .datagram, role: .initiator, mtu: 512)))
    }
    var member = Adversary()
    try station.admit(&member, link: LinkID(100))
    #expect(station.core.provenLinks == [LinkID(100)])
  }

  @Test(arguments: [LinkRole.responder, .initiator])
  func `One address has an eighth of the links before it has proven anything`(role: LinkRole) throws {
    let station = try Station()
    for number in 1..<30 as Range<UInt64> {
      try station.feed(
        .linkUp(LinkDescription(id: LinkID(number), kind: .memory, role: role, neighbour: [10, 0, 0, 1], mtu: 512)))
    }
    let closed = station.effects.filter { if case .close(_, .queueFull) = $0 { true } else { false } }
    #expect(closed.count == 29 - 8)
  }

  @Test func `In a full table one address keeps no more proven links than others that come`() throws {
    var limits = MeshLimits()
    (limits.links, limits.neighbourHandshakes) = (16, Rate(perSecond: 1, burst: 16))
    let station = try Station(limits: limits)
    for number in 1...16 as ClosedRange<UInt64> {
      var crowd = Adversary()
      try station.admit(&crowd, link: LinkID(number), neighbour: [10, 0, 0, 1])
    }
    #expect(station.core.provenLinks.count == 16)
    for number in 101...116 as ClosedRange<UInt64> {
      var other = Adversary()
      try? station.admit(&other, link: LinkID(number), neighbour: [10, 0, 0, UInt8(number)])
    }
    // The last one found nobody with more than one.
    #expect(station.core.provenLinks == [LinkID(16)] + (101...115).map { LinkID($0) })
  }

  @Test func `Nor do eight addresses with equally many keep newcomers out of a full table`() throws {
    var limits = MeshLimits()
    limits.links = 16
    let station = try Station(limits: limits)
    for number in 1...16 as ClosedRange<UInt64> {
      var crowd = Adversary()
      try station.admit(&crowd, link: LinkID(number), neighbour: [10, 0, 0, UInt8(number % 8)])
    }
    // One more of theirs takes nothing from others.
    var more = Adversary()
    try? station.admit(&more, link: LinkID(50), neighbour: [10, 0, 0, 2])
    #expect(station.core.provenLinks == (1...16).map { LinkID($0) })
    for number in 101...107 as ClosedRange<UInt64> {
      var other = Adversary()
      try station.admit(&other, link: LinkID(number), neighbour: [10, 0, 1, UInt8(number)])
    }
    // A link without an address stands for itself, as a newcomer and afterwards.
    for number in 108...109 as ClosedRange<UInt64> {
      var nameless = Adversary()
      try? station.admit(&nameless, link: LinkID(number))
    }
    #expect(station.core.provenLinks == (9...16).map { LinkID($0) } + (101...108).map { LinkID($0) })
  }

  @Test func `Whoever has not seen a hello cannot refuse it`() throws {
    let station = try Station()
    let hello = try Station.datagrams(
      station.feed(.linkUp(LinkDescription(id: Station.link, kind: .datagram, role: .initiator, mtu: 512))))[0]
    let (zeros, near) = ([UInt8](repeating: 0, count: 8), Array(hello[12..<19]) + [hello[19] ^ 1])
    for forged: [UInt8] in [[5], [5] + zeros, [5] + near] {
      try station.feed(.received(Station.link, forged))
    }
    #expect(station.refused(.foreignKey) == 0 && station.refused(.unproven) == 2 && station.refused(.malformed) == 1)
    try station.feed(.received(Station.link, [5] + hello[12..<20]))
    #expect(station.refused(.foreignKey) == 1)
  }

  @Test func `A stranger who says on a proven link that the key is foreign ends a try, not the link`() throws {
    let key = try Crew.key(1, epoch: 1)
    let ring = try MeshKeyring(key).rotated(to: Crew.key(2, epoch: 2), graceUntil: Crew.start + 3_600_000)
    let fleet = try Fleet.crew(0, key: key)
    let first = fleet.mesh.add(try Crew.device(0), mission: KeptMission(keyring: ring))
    let second = fleet.mesh.add(try Crew.device(1), mission: try Crew.mission(key))
    let link = fleet.mesh.connect(first, second)
    // What stands in front of the hello's ephemeral key: type, offset, version, suite, blinded id.
    var ephemeral: [UInt8] = []
    fleet.mesh.onWire = { _, _, _, bytes in
      if bytes[0] == 1 { ephemeral = Array(bytes[12..<20]) }
      return bytes
    }
    // Proven with the former key; the better one is tried every half minute.
    for _ in 0..<50 {
      fleet.mesh.run(for: 2_000)
      for node in [first, second] { fleet.mesh.inject([5] + ephemeral, to: node, on: link) }
    }
    #expect(ephemeral.count == 8)
    #expect(fleet.closed.isEmpty)
    #expect(fleet.mesh.withNode(first) { $0.provenLinks } == [link])
    try fleet.mesh.send([1], as: .event, from: second)
    fleet.mesh.run(for: 2_000)
    #expect(fleet.bodies(of: first) == [[1]])
  }

  @Test func `An initiator proves with one whole record, and not with parts of one or one part that is all of it`()
    throws
  {
    let station = try Station()
    var adversary = Adversary()
    try station.feed(.linkUp(LinkDescription(id: Station.link, kind: .memory, role: .responder, mtu: 4096)))
    let answer = Station.datagrams(try station.feed(.received(Station.link, adversary.hello())))
    try adversary.finish(answer.first ?? [])
    let name = adversary.sender(try Crew.signer(9).publicKey)
    let frame = try [1, 5] + adversary.frame([1], sender: name, sentAt: station.now)
    let parts = try adversary.parts(frame, number: 0, step: 40)
    let whole = try adversary.parts(frame, number: 0, step: 4096)
    for part in parts + whole { try station.feed(.received(Station.link, part)) }
    #expect(parts.count > 1 && whole.count == 1 && station.refused(.unproven) == parts.count + 1)
    #expect(station.core.counters.delivered == 0)
    // The same frame in one record is the proof.
    try station.feed(.received(Station.link, adversary.record(frame)))
    #expect(station.core.counters.delivered == 1)
  }

  @Test func `Before the proof nothing is put together but one hello of known length`() throws {
    let station = try Station()
    try station.feed(.linkUp(LinkDescription(id: LinkID(1), kind: .memory, role: .responder, mtu: 512)))
    for number in 0..<400 as Range<UInt16> {
      try station.feed(
        .received(LinkID(1), [4] + Adversary.big(number) + [0, 0, 0xEA, 0x60] + [UInt8](repeating: 1, count: 300)))
      try station.feed(.received(LinkID(1), [3] + Adversary.big(number) + [UInt8](repeating: 1, count: 300)))
    }
    #expect(station.refused(.unproven) == 800)
    #expect(Station.datagrams(station.effects).isEmpty)
  }
}
