import PeerMesh
import SecurityTesting
import Testing

/// What a node still knows after a restart, from what it kept.
@Suite struct RestartTests {
  private func id(_ number: Int) throws -> [UInt8] { try Crew.signer(number).publicKey.id }

  /// A node of the mission's authority that confirmed device 9 and has heard device 8, started again after ten minutes.
  private func restarted() throws -> (Station, Adversary) {
    let key = try Crew.key(authority: Crew.signer(0).publicKey)
    let station = try Station(mission: Crew.mission(key))
    var adversary = Adversary()
    try station.admit(&adversary)
    for number in [8, 9] {
      station.now += 1
      try station.hear(adversary.announcement(number, at: station.now), from: &adversary)
    }
    let nine = try id(9)
    var isKnown = false
    station.perform { core, _ in isKnown = core.confirm(deviceID: nine) }
    #expect(isKnown)
    let mission = try #require(Station.kept(try station.feed(.tick)))
    let again = try Station(mission: KeptMission(stored: mission.stored()))
    again.now = station.now + 600_000
    var second = Adversary()
    try again.admit(&second)
    return (again, second)
  }

  @Test func `A confirmed device keeps its uid and callsign over a restart, whoever announces them first`() throws {
    let (station, neighbour) = try restarted()
    var adversary = neighbour
    #expect(station.core.peers.map(\.uid) == ["uid-9"] && station.core.peers.first?.pinning == .confirmed)
    for (place, (uid, callsign)) in [("uid-9", "Other"), ("uid-66", "Call-9")].enumerated() {
      station.now += 1
      try station.hear(
        adversary.announcement(66 + place, uid: uid, callsign: callsign, at: station.now), from: &adversary)
    }
    #expect(station.refused(.identityConflict) == 2 && station.core.peers.count == 1)
    station.now += 1
    let effects = try station.hear(adversary.announcement(9, at: station.now), from: &adversary)
    let heard = effects.compactMap { if case .peer(let peer) = $0 { peer } else { nil } }
    // People are told of it as of every device that is heard for the first time since the start.
    #expect(heard.map(\.device) == [try Crew.signer(9).publicKey] && heard.first?.pinning == .confirmed)
  }

  @Test func `After a restart an exclusion reaches who was confirmed, and who was heard before the loss`() throws {
    let (station, neighbour) = try restarted()
    var adversary = neighbour
    let lostSince = station.now
    // Device 9 says nothing meanwhile; 8 was there before the loss, 7 was not.
    for number in [8, 7] {
      station.now += 1
      try station.hear(adversary.announcement(number, at: station.now), from: &adversary)
    }
    station.now += 1
    let new = try Crew.key(2, epoch: 2, authority: Crew.signer(0).publicKey)
    var effects: [MeshEffect] = []
    let now = station.now
    try station.perform { core, dice in
      effects = try core.exclude([[1]], lostSince: lostSince, newKey: new, now: now, using: &dice)
    }
    let leftOut = Station.notices(effects).compactMap {
      if case .leftOut(let peers) = $0 { peers.map(\.uid) } else { nil }
    }
    #expect(leftOut == [["uid-7"]])
    let records = try Station.datagrams(effects).filter { $0.first == 3 }.map { try adversary.opened($0) }
    #expect(records.filter { $0.count > 3 && $0[3] == MessageKind.exclusion.rawValue }.count == 2)
    #expect(try #require(Station.kept(effects)).keyring.current.id == new.id)
  }

  @Test func `A name that a person gave up is free after a restart, too`() throws {
    let (station, _) = try restarted()
    station.perform { core, _ in core.forget(uid: "uid-9") }
    let mission = try #require(Station.kept(try station.feed(.tick)))
    #expect(try Station(mission: KeptMission(stored: mission.stored())).core.peers.isEmpty)
  }

  @Test func `No more devices are confirmed than a restart brings back; one forgotten makes room`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let last = 10 + MeshMachine.maximumConfirmed
    for number in 10...last {
      station.now += 1_000
      try station.hear(adversary.announcement(number, at: station.now), from: &adversary)
      let device = try id(number)
      var isConfirmed = false
      station.perform { core, _ in isConfirmed = core.confirm(deviceID: device) }
      #expect(isConfirmed == (number < last))
    }
    func restarted() throws -> Set<String> {
      try station.feed(.tick)
      let mission = try #require(Station.kept(station.effects))
      let peers = try Station(mission: KeptMission(stored: mission.stored())).core.peers
      return Set(peers.filter { $0.pinning == .confirmed }.map(\.uid))
    }
    #expect(try restarted() == Set((10..<last).map { "uid-\($0)" }))
    let device = try id(last)
    var answers: [Bool] = []
    station.perform { core, _ in
      answers = [core.forget(uid: "nobody"), core.forget(uid: "uid-10"), core.confirm(deviceID: device)]
    }
    #expect(answers == [false, true, true])
    #expect(try restarted() == Set((11...last).map { "uid-\($0)" }))
  }

  @Test func `What this device said before a restart, also under a former key, is no message to it`() throws {
    let ring = try MeshKeyring(Crew.key(1, epoch: 1)).rotated(
      to: Crew.key(2, epoch: 2), graceUntil: Crew.start + 60_000)
    let station = try Station(mission: KeptMission(keyring: ring))
    let own = try Crew.signer(0).publicKey
    var adversary = Adversary(key: 2, epoch: 2)
    try station.admit(&adversary)
    let former = Adversary(key: 1, epoch: 1)
    for frame in [
      try adversary.frame([1], sender: adversary.sender(own), boot: 99, sentAt: station.now),
      try former.frame([2], sender: former.sender(own), boot: 99, sentAt: station.now),
    ] { try station.hear(frame, from: &adversary) }
    #expect(station.refused(.ownFrame) == 2 && station.core.counters.delivered == 0)
  }

  @Test func `Hops and sizes beyond what a frame and a record hold count as the nearest that they do`() throws {
    var limits = MeshLimits()
    (limits.hops, limits.body) = (1_000, 1_000_000)
    #expect((limits.hops, limits.body) == (255, MeshLimits.largestBody))
    let station = try Station(limits: limits)
    var adversary = Adversary()
    try station.admit(&adversary, mtu: 16_384)
    try station.feed(.send(.chat, [UInt8](repeating: 1, count: limits.body)))
    #expect(station.core.provenLinks == [Station.link])
    (limits.hops, limits.body) = (-1, -1)
    #expect((limits.hops, limits.body) == (1, 0))
  }
}
