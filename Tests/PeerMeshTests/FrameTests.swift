import Foundation
import PeerMesh
import SecurityTesting
import Testing

@Suite struct FrameTests {
  /// A node, a member who keeps to no rule, and that member's name.
  private func pair(limits: MeshLimits = MeshLimits()) throws -> (Station, Adversary, sender: [UInt8]) {
    let station = try Station(limits: limits)
    var adversary = Adversary()
    try station.admit(&adversary)
    return (station, adversary, adversary.sender(try Crew.signer(50).publicKey))
  }

  @Test func `A frame written from the description of the wire is understood`() throws {
    var (station, adversary, sender) = try pair()
    let frame = try adversary.frame([1, 2, 3], sender: sender, sentAt: station.now)
    let messages = Station.messages(try station.hear(frame, from: &adversary))
    #expect(messages.map(\.body) == [[1, 2, 3]] && messages.map(\.kind) == [.event])
  }

  @Test func `A frame is delivered once: not again, not on another link, not after a while`() throws {
    var (station, adversary, sender) = try pair()
    let frame = try adversary.frame([1], sender: sender, sequence: 9, sentAt: station.now)
    try station.hear(frame, from: &adversary)
    for _ in 0..<5 { #expect(Station.messages(try station.hear(frame, from: &adversary)).isEmpty) }
    var second = Adversary()
    try station.admit(&second, link: LinkID(2))
    #expect(Station.messages(try station.hear(frame, from: &second, link: LinkID(2))).isEmpty)
    #expect(station.refused(.replayed) == 6)
    station.now += 5 * 60_000 + 1
    try station.hear(frame, from: &adversary)
    #expect(station.refused(.stale) == 1)
  }

  @Test func `A record is taken once`() throws {
    var (station, adversary, sender) = try pair()
    let record = try adversary.record([1, 5] + adversary.frame([1], sender: sender, sentAt: station.now))
    try station.feed(.received(Station.link, record))
    try station.feed(.received(Station.link, record))
    #expect(station.refused(.linkReplay) == 1)
    #expect(station.core.counters.delivered == 1)
  }

  @Test func `No byte of a frame can be changed`() throws {
    var (station, adversary, sender) = try pair()
    let frame = try adversary.frame([1, 2, 3], sender: sender, sentAt: station.now)
    for place in frame.indices {
      var altered = frame
      altered[place] ^= 0x01
      #expect(Station.messages(try station.hear(altered, from: &adversary)).isEmpty)
    }
    for count in frame.indices { try station.hear(Array(frame.prefix(count)), from: &adversary) }
    #expect(station.core.counters.delivered == 0)
    // Nothing of that was remembered: the frame itself is still fresh.
    #expect(Station.messages(try station.hear(frame, from: &adversary)).count == 1)
  }

  @Test func `What was sent too long ago or too far ahead is refused, by the kind of message`() throws {
    var (station, adversary, sender) = try pair()
    let signer = try Crew.signer(50)
    var sequence: UInt64 = 0
    func delivered(_ kind: MessageKind, _ age: MeshTime) throws -> Bool {
      sequence += 1
      let frame = try adversary.frame(
        [1], kind: kind.rawValue, sender: sender, sequence: sequence, sentAt: station.now - age,
        signer: kind.mustBeSigned ? signer : nil)
      return !Station.messages(try station.hear(frame, from: &adversary)).isEmpty
    }
    #expect(try delivered(.event, 299_000) && !delivered(.event, 301_000))
    #expect(try delivered(.event, -59_000) && !delivered(.event, -61_000))
    #expect(try delivered(.chat, 3_599_000) && !delivered(.chat, 3_601_000))
    #expect(station.refused(.stale) == 2 && station.refused(.fromFuture) == 1)
  }

  @Test func `Hops are cut on entry and fall at each relay`() throws {
    let station = try Station()
    var (adversary, listener) = (Adversary(), Adversary())
    try station.admit(&adversary)
    try station.admit(&listener, link: LinkID(2))
    let sender = adversary.sender(try Crew.signer(50).publicKey)
    for (sequence, hops) in [255, 6, 5, 2, 1, 0].enumerated() as EnumeratedSequence<[UInt8]> {
      try station.hear(
        adversary.frame([hops], sender: sender, sequence: UInt64(sequence), sentAt: station.now), from: &adversary,
        hops: hops)
    }
    station.now += 1_000
    let relayed = Station.datagrams(try station.feed(.tick))
    #expect(try relayed.map { try listener.opened($0)[1] }.sorted() == [1, 4, 4, 4])
    #expect(station.core.counters.delivered == 6)

    let fleet = try Fleet.row(9, key: Crew.key())
    try fleet.mesh.send([7], as: .event, from: 0)
    fleet.mesh.run(for: 5_000)
    #expect((0..<9).filter { fleet.bodies(of: $0) == [[7]] } == [1, 2, 3, 4, 5])
  }

  @Test func `Relays pass sealed bytes on unchanged and hold each frame once`() throws {
    let fleet = try Fleet.crew(6, key: Crew.key(), weather: SimulatedWeather(duplication: 0.3, delay: 1...50))
    for first in 0..<6 { for second in first + 1..<6 { fleet.mesh.connect(first, second) } }
    fleet.mesh.run(for: 5_000)
    try fleet.mesh.send([1, 2, 3], as: .event, from: 0)
    fleet.mesh.run(for: 5_000)
    for node in 1..<6 { #expect(fleet.bodies(of: node) == [[1, 2, 3]]) }
    #expect(fleet.bodies(of: 0) == [])
  }

  @Test func `Frames of another key, another epoch and another version are refused`() throws {
    var (station, adversary, sender) = try pair()
    let foreign = try Adversary(key: 2).frame([1], sender: sender, sentAt: station.now)
    try station.hear(foreign, from: &adversary)
    try station.hear(adversary.frame([1], sender: sender, sentAt: station.now, epoch: 2), from: &adversary)
    #expect(station.refused(.unknownKey) == 2)
    try station.hear(adversary.frame([1], sender: sender, sentAt: station.now, version: 2), from: &adversary)
    #expect(station.refused(.unknownVersion) == 1)
    try station.hear(adversary.frame([1], kind: 99, sender: sender, sentAt: station.now), from: &adversary)
    #expect(station.refused(.malformed) == 1)
    #expect(station.core.counters.delivered == 0)
  }

  @Test func `Truncated, reordered and lying fragments never make a message`() throws {
    let (station, adversary, sender) = try pair()
    let content = try [1, 5] + adversary.frame([UInt8](repeating: 9, count: 900), sender: sender, sentAt: station.now)
    let parts = try adversary.parts(content, number: 50, step: 100)
    for part in parts.dropLast() { try station.feed(.received(Station.link, part)) }
    #expect(station.core.counters.delivered == 0)
    var cut = try #require(parts.last)
    cut.remove(at: 10)
    try station.feed(.received(Station.link, cut))
    #expect(station.refused(.linkTag) == 1)
    // Parts of another message do not fit in.
    let other = try adversary.parts(content, number: 51, step: 100)
    try station.feed(.received(Station.link, other[9]))
    #expect(station.core.counters.delivered == 0)
    try station.feed(.received(Station.link, parts[parts.count - 1]))
    #expect(station.core.counters.delivered == 1)
    // The length of the whole is covered by each part's mark.
    for part in try adversary.parts(content, number: 60, step: 100) {
      var longer = part
      longer[5] = 0xFF
      try station.feed(.received(Station.link, longer))
    }
    #expect(station.refused(.linkTag) == 1 + parts.count)
    // All of them in the wrong order are fine, a second time they are not.
    let third = try adversary.parts(
      [1, 5] + adversary.frame([1], sender: sender, sequence: 1, sentAt: station.now), number: 70, step: 20)
    for part in third.reversed() { try station.feed(.received(Station.link, part)) }
    #expect(station.core.counters.delivered == 2)
    for part in third { try station.feed(.received(Station.link, part)) }
    #expect(station.refused(.linkReplay) == third.count)
  }

  @Test func `No nonce comes twice: each message has a number of its own, each start a boot of its own`() throws {
    func heads(seed: UInt64) throws -> [[UInt8]] {
      var generator = SeededGenerator(seed: seed)
      var core = MeshMachine(
        device: try Crew.device(0), mission: try Crew.mission(Crew.key()), now: Crew.start, using: &generator)
      var adversary = Adversary()
      var said: [[UInt8]] = []
      func feed(_ input: MeshInput) throws {
        said += Station.datagrams(try core.handle(input, now: Crew.start, using: &generator))
      }
      try feed(.linkUp(LinkDescription(id: LinkID(1), kind: .network, role: .responder, mtu: 4_096)))
      try feed(.received(LinkID(1), adversary.hello()))
      try adversary.finish(said[0])
      try feed(.received(LinkID(1), adversary.record([0])))
      for _ in 0..<3 { try feed(.send(.event, [1])) }
      // Sender, boot and sequence.
      return try said.dropFirst().map { Array(try adversary.opened($0)[17..<41]) }
    }
    let all = try heads(seed: 1) + heads(seed: 2)
    #expect(all.count == 8 && Set(all).count == 8)
    #expect(Set(all.map { $0.prefix(8) }).count == 1 && Set(all.map { $0[8..<16] }).count == 2)
  }

  @Test func `Random bytes never reach anybody and never crash`() throws {
    var (station, adversary, _) = try pair()
    var generator = SeededGenerator(seed: 8)
    for round in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if round % 2 == 0 {
        try station.feed(.received(Station.link, [UInt8.random(in: 0...6, using: &generator)] + bytes))
      } else {
        try station.feed(.received(Station.link, adversary.record(bytes)))
      }
      station.now += 10
    }
    #expect(station.core.counters.delivered == 0 && station.core.peers.isEmpty)
  }
}
