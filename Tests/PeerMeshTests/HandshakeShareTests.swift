import PeerMesh
import SecurityTesting
import Testing

/// What somebody takes of the handshakes who says hello without end, and what he leaves to others.
@Suite struct HandshakeShareTests {
  private func key(_ epoch: UInt32) throws -> MeshKey {
    try Crew.key(Int(epoch), epoch: epoch, authority: Crew.signer(0).publicKey)
  }

  /// The authority's node; `Adversary()` holds its first key.
  private func authority() throws -> Station { try Station(mission: Crew.mission(key(1))) }

  /// Puts the first key into wrong hands.
  private func exclude(_ station: Station) throws {
    let (now, new) = (station.now, try key(2))
    try station.perform { core, dice in
      _ = try core.exclude([[9]], lostSince: now, newKey: new, now: now, using: &dice)
    }
  }

  private static func description(_ link: LinkID, neighbour: [UInt8] = []) -> LinkDescription {
    LinkDescription(id: link, kind: .memory, role: .responder, neighbour: neighbour, mtu: 4096)
  }

  /// A fresh hello on each of its links in turn, and the proof of the key wherever one is answered.
  private struct Flood {
    var member: Adversary
    let links: [LinkID]
    var hellos = 0

    init(_ member: Adversary, links count: UInt64, neighbour: [UInt8] = [], at station: Station) throws {
      self.member = member
      links = (1...count).map { LinkID($0) }
      for link in links { try station.feed(.linkUp(HandshakeShareTests.description(link, neighbour: neighbour))) }
    }

    mutating func press(_ station: Station) throws {
      let link = links[hellos % links.count]
      hellos += 1
      let said = Station.datagrams(try station.feed(.received(link, member.hello(seed: "flood \(hellos)"))))
      guard let answer = said.first(where: { $0[0] == 2 }) else { return }
      try member.finish(answer)
      try station.feed(.received(link, member.record([0])))
    }
  }

  private static let link = LinkID(1_000)

  /// How often an honest hello is said, once a second, until it is answered, while another comes before it in every
  /// millisecond; nil: three times were too few.
  private func tries(
    of member: inout Adversary, against flood: inout Flood, at station: Station
  ) throws -> Int? {
    let hello = try member.hello(seed: "honest")
    for time in 1...2_500 {
      station.now += 1
      try flood.press(station)
      guard time % 1_000 == 500 else { continue }
      let said = Station.datagrams(try station.feed(.received(Self.link, hello)))
      guard let answer = said.first(where: { $0[0] == 2 }) else { continue }
      try member.finish(answer)
      try station.feed(.received(Self.link, member.record([0])))
      #expect(station.core.provenLinks.contains(Self.link))
      return time / 1_000 + 1
    }
    return nil
  }

  @Test(arguments: [1, 30])
  func `Whoever holds a lost device keeps no member with the new key out, on however many links`(links: UInt64) throws {
    let station = try authority()
    try exclude(station)
    var flood = try Flood(Adversary(), links: links, at: station)
    try station.feed(.linkUp(Self.description(Self.link)))
    var member = Adversary(key: 2, epoch: 2)
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
  }

  @Test func `Nor under that member's own address`() throws {
    let (station, address) = (try authority(), [10, 0, 0, 1] as [UInt8])
    try exclude(station)
    var flood = try Flood(Adversary(), links: 1, neighbour: address, at: station)
    try station.feed(.linkUp(Self.description(Self.link, neighbour: address)))
    var member = Adversary(key: 2, epoch: 2)
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
  }

  @Test func `A link that was proven before the loss is proven anew meanwhile, and hears the others again`() throws {
    let station = try authority()
    var (before, member) = (Adversary(), Adversary(key: 2, epoch: 2))
    try station.admit(&before, link: Self.link, kind: .memory)
    try exclude(station)
    var flood = try Flood(Adversary(), links: 1, at: station)
    #expect(Station.datagrams(try station.feed(.send(.emergency, [1]))).isEmpty)
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
    let kinds = try station.feed(.send(.emergency, [2])).compactMap { effect -> UInt8? in
      guard case .transmit(Self.link, let bytes) = effect, bytes[0] == 3 else { return nil }
      return try member.opened(bytes)[3]
    }
    #expect(kinds == [MessageKind.emergency.rawValue])
  }

  @Test func `Nor one that missed the exclusion and proves the former key`() throws {
    let station = try authority()
    try exclude(station)
    var flood = try Flood(Adversary(), links: 1, at: station)
    try station.feed(.linkUp(Self.description(Self.link)))
    var member = Adversary()
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
  }

  @Test func `A member on one link leaves handshakes to others`() throws {
    let station = try authority()
    var flood = try Flood(Adversary(), links: 1, at: station)
    try station.feed(.linkUp(Self.description(Self.link)))
    var member = Adversary()
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
  }

  @Test func `So does one on many links of one address`() throws {
    let station = try authority()
    var flood = try Flood(Adversary(), links: 8, neighbour: [10, 0, 0, 1], at: station)
    try station.feed(.linkUp(Self.description(Self.link, neighbour: [10, 0, 0, 2])))
    var member = Adversary()
    let tries = try tries(of: &member, against: &flood, at: station)
    #expect(tries == 1)
    #expect(station.core.counters.proofs == 4 + 1)
  }
}
