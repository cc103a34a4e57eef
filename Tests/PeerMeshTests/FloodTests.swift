import PeerMesh
import SecurityTesting
import Testing

@Suite struct FloodTests {
  @Test func `100,000 invented senders fill neither memory nor the place of others, and open no replay`() throws {
    try flood(100_000)
  }

  /// As many as show a missing bound: it is one of the table, whatever the number of senders.
  @Test func `2,000 invented senders find the same bounds`() throws { try flood(2_000) }

  private func flood(_ senders: UInt64) throws {
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
    for number in 0..<senders {
      let frame = try liar.frame([2], sender: Adversary.big(number), sentAt: station.now)
      if number < 100 { early.append(frame) }
      try station.hear(frame, from: &liar)
    }
    #expect(station.core.knownStreams == 128 + 20)
    // The honest ones are still known: their frames are replays, and their next ones pass.
    let before = station.refused(.replayed)
    for frame in frames { try station.hear(frame, from: &honest, link: LinkID(2)) }
    #expect(station.refused(.replayed) - before == 20)
    let next = try honest.frame(
      [3], sender: honest.sender(Crew.signer(100).publicKey), sequence: 1, sentAt: station.now + 1)
    #expect(Station.messages(try station.hear(next, from: &honest, link: LinkID(2))).count == 1)
    // The liar shut out his own: half of the places are left for newcomers of others, at once and with late frames.
    let newcomer = try honest.frame(
      [4], sender: honest.sender(Crew.signer(90).publicKey), sentAt: station.now - 30_000)
    #expect(Station.messages(try station.hear(newcomer, from: &honest, link: LinkID(2))).count == 1)
    let delivered = station.core.counters.delivered
    for frame in early { try station.hear(frame, from: &liar) }
    #expect(station.core.counters.delivered == delivered)
    // A minute later the first ones may go. What they sent stays closed.
    station.now += 60_000
    for number in 0..<300 as Range<UInt64> {
      try station.hear(liar.frame([2], sender: Adversary.big(number + 200_000), sentAt: station.now), from: &liar)
    }
    let after = station.core.counters.delivered
    #expect(after == delivered + 128)
    station.now += 60_000
    for frame in early { try station.hear(frame, from: &liar) }
    #expect(station.core.counters.delivered == after)
    #expect(station.refused(.belowFloor) == 100)
  }

  @Test func `A member whose clock is ahead cannot silence newcomers by bringing senders and dropping them`() throws {
    var limits = MeshLimits()
    (limits.senders, limits.newcomers) = (8, Rate(perSecond: 1 << 20, burst: 1 << 20))
    let station = try Station(limits: limits)
    var (liar, honest) = (Adversary(), Adversary())
    try station.admit(&liar)
    try station.admit(&honest, link: LinkID(2))
    for number in 0..<600 as Range<UInt64> {
      try station.hear(
        liar.frame([2], sender: Adversary.big(number), sentAt: station.now + 59_000), from: &liar)
      station.now += 1_000
      guard number % 100 == 99 else { continue }
      let name = honest.sender(try Crew.signer(Int(number)).publicKey)
      let frame = try honest.frame([3], sender: name, sentAt: station.now - 2_000)
      #expect(Station.messages(try station.hear(frame, from: &honest, link: LinkID(2))).count == 1)
    }
  }

  @Test func `What is larger than any message is neither delivered nor passed on`() throws {
    let station = try Station()
    var (liar, listener) = (Adversary(), Adversary())
    try station.admit(&liar, mtu: 60_500)
    try station.admit(&listener, link: LinkID(2), mtu: 60_500)
    let name = liar.sender(try Crew.signer(1).publicKey)
    for (sequence, size) in [16_385, 40_000, 16_384].enumerated() {
      try station.hear(
        liar.frame(
          [UInt8](repeating: 1, count: size), sender: name, sequence: UInt64(sequence), sentAt: station.now),
        from: &liar)
    }
    station.now += 1_000
    let relayed = Station.datagrams(try station.feed(.tick)).filter { $0[0] == 3 }
    #expect(relayed.count == 1 && station.core.counters.delivered == 1 && station.refused(.malformed) == 2)
  }

  @Test func `One neighbour brings a bounded number of new senders`() throws {
    var limits = MeshLimits()
    limits.newcomers = Rate(perSecond: 8, burst: 100)
    let station = try Station(limits: limits)
    var liar = Adversary()
    try station.admit(&liar)
    for number in 0..<2_000 as Range<UInt64> {
      try station.hear(liar.frame([2], sender: Adversary.big(number), sentAt: station.now), from: &liar)
      station.now += 1
    }
    #expect(station.core.counters.delivered <= 100 + 16 + 1)
    #expect(station.refused(.tooManySenders) >= 1_800)
  }

  @Test func `A sender's fifth boot displaces its first once that is quiet, and its frames stay closed`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(1).publicKey)
    var frames: [[UInt8]] = []
    func boot(_ number: UInt64) throws {
      station.now += 1_000
      frames.append(try adversary.frame([1], sender: name, boot: number, sentAt: station.now))
      try station.hear(frames[frames.count - 1], from: &adversary)
    }
    for number in 0..<5 as Range<UInt64> { try boot(number) }
    #expect(station.core.knownStreams == 4 && station.core.counters.delivered == 4)
    station.now += 60_000
    try boot(5)
    #expect(station.core.knownStreams == 4 && station.core.counters.delivered == 5)
    for place in [0, 1, 2, 3, 5] { try station.hear(frames[place], from: &adversary) }
    #expect(station.core.counters.delivered == 5)
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
