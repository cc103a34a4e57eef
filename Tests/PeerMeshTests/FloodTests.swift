import PeerMesh
import SecurityTesting
import Testing

@Suite struct FloodTests {
  @Test func `100,000 invented senders fill neither memory nor the place of others, and open no replay`() throws {
    var limits = MeshLimits()
    limits.senders = 256
    limits.fromLink = Rate(perSecond: 1 << 30, burst: 1 << 30)
    limits.newcomers = Rate(perSecond: 1 << 20, burst: 1 << 20)
    let station = try Station(limits: limits)
    var (liar, honest) = (Adversary(), Adversary())
    try station.admit(&liar)
    try station.admit(&honest, link: LinkID(2))
    let frames = try (0..<20).map { number in
      try honest.frame(
        [1], sender: honest.sender(Crew.signer(100 + number).publicKey), sentAt: station.now, signer: nil)
    }
    for frame in frames { try station.hear(frame, from: &honest, link: LinkID(2)) }
    #expect(station.core.counters.delivered == 20)
    var early: [[UInt8]] = []
    for number in 0..<100_000 as Range<UInt64> {
      let frame = try liar.frame([2], sender: Adversary.big(number), sentAt: station.now)
      if number < 100 { early.append(frame) }
      try station.hear(frame, from: &liar)
    }
    #expect(station.core.knownStreams == 256)
    // The honest ones are still known: their frames are replays, and their next ones pass.
    let before = station.refused(.replayed)
    for frame in frames { try station.hear(frame, from: &honest, link: LinkID(2)) }
    #expect(station.refused(.replayed) - before == 20)
    let next = try honest.frame(
      [3], sender: honest.sender(Crew.signer(100).publicKey), sequence: 1, sentAt: station.now + 1)
    #expect(Station.messages(try station.hear(next, from: &honest, link: LinkID(2))).count == 1)
    // The displaced ones are not: what they sent before is below the floor.
    let delivered = station.core.counters.delivered
    for frame in early { try station.hear(frame, from: &liar) }
    #expect(station.core.counters.delivered == delivered)
    #expect(station.refused(.belowFloor) >= 100)
  }

  @Test func `One neighbour brings a bounded number of new senders`() throws {
    let station = try Station()
    var liar = Adversary()
    try station.admit(&liar)
    for number in 0..<2_000 as Range<UInt64> {
      try station.hear(liar.frame([2], sender: Adversary.big(number), sentAt: station.now), from: &liar)
      station.now += 1
    }
    #expect(station.core.counters.delivered <= 512 + 16 + 1)
    #expect(station.refused(.tooManySenders) >= 1_400)
  }

  @Test func `A sender's third boot displaces its first, whose frames stay closed`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(1).publicKey)
    let frames = try (0..<3).map { boot in
      try adversary.frame([1], sender: name, boot: UInt64(boot), sentAt: station.now + MeshTime(boot))
    }
    for frame in frames {
      station.now += 1
      try station.hear(frame, from: &adversary)
    }
    #expect(station.core.knownStreams == 2 && station.core.counters.delivered == 3)
    for frame in frames { try station.hear(frame, from: &adversary) }
    #expect(station.core.counters.delivered == 3)
  }

  @Test func `Invalid frames cost neither state nor messages of others`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(1).publicKey)
    for number in 0..<5_000 as Range<UInt64> {
      var frame = try adversary.frame([1], sender: name, sequence: number, sentAt: station.now)
      frame[frame.count - 1] ^= 1
      try station.hear(frame, from: &adversary)
      station.now += 1
    }
    #expect(station.refused(.frameTag) > 4_000 && station.core.knownStreams == 0)
    let frame = try adversary.frame([1], sender: name, sequence: 0, sentAt: station.now)
    #expect(Station.messages(try station.hear(frame, from: &adversary)).count == 1)
  }

  @Test func `A neighbour's flood stops at its budget, before any cryptography`() throws {
    let station = try Station()
    try station.feed(.linkUp(LinkDescription(id: LinkID(1), kind: .memory, role: .responder, mtu: 512)))
    for _ in 0..<5_000 { try station.feed(.received(LinkID(1), [UInt8](repeating: 1, count: 400))) }
    #expect(station.refused(.linkBudget) > 3_800)
  }

  @Test func `A member's flood stops at the sender's budget, and others still pass`() throws {
    let fleet = try Fleet.row(3, key: Crew.key())
    for _ in 0..<1_000 { try fleet.mesh.send([1], as: .event, from: 0) }
    try fleet.mesh.send([9], as: .event, from: 1)
    fleet.mesh.run(for: 3_000)
    #expect(fleet.bodies(of: 2).contains([9]))
    #expect(fleet.bodies(of: 1).count <= 100 + 60)
  }

  @Test func `An emergency overtakes what waits, and finds room in a full queue`() throws {
    var limits = MeshLimits()
    limits.toLink = Rate(perSecond: 400, burst: 400)
    limits.jitter = 0
    let fleet = try Fleet.row(2, key: Crew.key(), limits: limits)
    for _ in 0..<400 { try fleet.mesh.send([UInt8](repeating: 1, count: 100), as: .event, from: 0) }
    #expect(fleet.refused(.queueFull, by: 0) > 0)
    try fleet.mesh.send([9], as: .emergency, from: 0)
    fleet.mesh.run(for: 100)
    #expect(fleet.bodies(of: 1).contains([9]))
    #expect(fleet.bodies(of: 1).count < 20)
  }

  @Test func `A message beyond the limit is refused, and links beyond theirs are closed`() throws {
    let station = try Station()
    #expect(throws: MeshError.tooLarge(limit: 16_384)) {
      try station.feed(.send(.event, [UInt8](repeating: 0, count: 16_385)))
    }
    for number in 0..<70 as Range<UInt64> {
      try station.feed(.linkUp(LinkDescription(id: LinkID(number), kind: .memory, role: .responder, mtu: 512)))
    }
    let closed = station.effects.filter { if case .close(_, .queueFull) = $0 { true } else { false } }
    #expect(closed.count == 6)
  }
}
