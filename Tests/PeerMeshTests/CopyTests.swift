import PeerMesh
import SecurityTesting
import Testing

/// Copies of frames that passed, and what pretends to be one.
@Suite struct CopyTests {
  /// A node between a neighbour and another one, to whom it relays.
  private func relay(_ limits: MeshLimits = MeshLimits()) throws -> (Station, Adversary) {
    let station = try Station(8, limits: limits)
    var (neighbour, other) = (Adversary(), Adversary())
    try station.admit(&neighbour)
    try station.admit(&other, link: LinkID(2))
    return (station, neighbour)
  }

  @Test func `No other frame goes further under the number of one that passed`() throws {
    var (station, neighbour) = try relay()
    let name = neighbour.sender(try Crew.signer(9).publicKey)
    func frame(_ body: [UInt8], _ kind: MessageKind = .event) throws -> [UInt8] {
      try neighbour.frame(body, kind: kind.rawValue, sender: name, sentAt: station.now)
    }
    let first = try frame([1])
    try station.hear(first, from: &neighbour, hops: 2)
    let relayed = station.core.counters.relayed
    let junk = [UInt8](repeating: 7, count: 3_000)
    for hops in 3...5 as ClosedRange<UInt8> {
      try station.hear(frame([2]), from: &neighbour, hops: hops)
      for kind in [MessageKind.exclusion, .rotation, .emergency, .event] {
        try station.hear(frame(junk, kind), from: &neighbour, hops: hops)
      }
    }
    #expect(station.core.counters.relayed == relayed && station.refused(.replayed) == 15)
    // Nobody who comes later is given any of it.
    var late = Adversary()
    try station.admit(&late, link: LinkID(3))
    station.now += 60_000
    let given = try station.feed(.tick).filter { if case .transmit(LinkID(3), _) = $0 { true } else { false } }
    #expect(Station.datagrams(given).allSatisfy { $0.count < junk.count })
    // The same frame by a shorter way does.
    try station.hear(first, from: &neighbour, hops: 5)
    #expect(station.core.counters.relayed == relayed + 1)
  }

  @Test func `A forged copy is as large as what passed: it goes as far as a frame in another's name`() throws {
    var (station, neighbour) = try relay()
    let first = try neighbour.frame(
      [UInt8](repeating: 1, count: 32), sender: neighbour.sender(Crew.signer(9).publicKey), sentAt: station.now)
    try station.hear(first, from: &neighbour, hops: 2)
    let relayed = station.core.counters.relayed
    for (count, hops, isRelayed) in [(48, 3, 0), (16, 4, 0), (32, 5, 1)] as [(Int, UInt8, Int)] {
      let copy = try neighbour.forged(like: first, content: [UInt8](repeating: 9, count: count))
      // Its tag is right.
      #expect(try neighbour.content(of: copy).count == count && copy != first)
      #expect(try Station.messages(station.hear(copy, from: &neighbour, hops: hops)).isEmpty)
      #expect(station.core.counters.relayed == relayed + isRelayed)
    }
    #expect(station.refused(.replayed) == 3)
  }

  @Test func `No forged copy of what is signed goes anywhere`() throws {
    var (station, neighbour) = try relay()
    let signer = try Crew.signer(9)
    let body = [UInt8](repeating: 1, count: 63)
    let first = try neighbour.frame(
      body, kind: MessageKind.chat.rawValue, sender: neighbour.sender(signer.publicKey), sentAt: station.now,
      signer: signer)
    #expect(try Station.messages(station.hear(first, from: &neighbour, hops: 2)).count == 1)
    let relayed = station.core.counters.relayed
    var content = try neighbour.content(of: first)
    content[content.count - 40] ^= 1
    let copy = try neighbour.forged(like: first, content: content)
    #expect(copy.count == first.count && copy.suffix(16) == first.suffix(16))
    try station.hear(copy, from: &neighbour, hops: 5)
    #expect(station.core.counters.relayed == relayed && station.refused(.signature) == 1)
    try station.hear(first, from: &neighbour, hops: 5)
    #expect(station.core.counters.relayed == relayed + 1)
  }

  @Test func `Whoever comes later gets what is kept once, and as far as its shortest way allows`() throws {
    var limits = MeshLimits()
    limits.keptFrames = 2
    var (station, neighbour) = try relay(limits)
    let signer = try Crew.signer(9)
    let name = neighbour.sender(signer.publicKey)
    let frames = try (0..<2 as Range<UInt64>).map {
      try neighbour.frame(
        [1], kind: MessageKind.chat.rawValue, sender: name, sequence: $0, sentAt: station.now, signer: signer)
    }
    try station.hear(frames[0], from: &neighbour)
    // Copies take no places from others.
    for hops in [2, 3, 5, 4] as [UInt8] { try station.hear(frames[1], from: &neighbour, hops: hops) }
    var late = Adversary()
    try station.admit(&late, link: LinkID(3))
    station.now += 60_000
    let given = try (station.effects + station.feed(.tick)).compactMap { effect in
      if case .transmit(LinkID(3), let bytes) = effect, bytes[0] == 3 { try late.opened(bytes) } else { nil }
    }
    for frame in frames { #expect(given.filter { $0.dropFirst(2) == frame[...] }.map { $0[1] } == [4]) }
  }
}
