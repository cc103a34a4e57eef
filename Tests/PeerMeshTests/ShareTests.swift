import PeerMesh
import SecurityTesting
import Testing

/// What one member may take of a node, and what it leaves to others.
@Suite struct ShareTests {
  private let emergency = MessageKind.emergency.rawValue

  private func uids(_ station: Station) -> Set<String> { Set(station.core.peers.map(\.uid)) }

  @Test func `One neighbour brings at most half of the peers, on however many links of one address`() throws {
    var limits = MeshLimits()
    limits.peers = 8
    let station = try Station(limits: limits)
    var (liar, again, honest) = (Adversary(), Adversary(), Adversary())
    try station.admit(&liar, neighbour: [10, 0, 0, 1])
    try station.admit(&again, link: LinkID(2), neighbour: [10, 0, 0, 1])
    try station.admit(&honest, link: LinkID(3), neighbour: [10, 0, 0, 2])
    for number in 200..<206 {
      try station.hear(liar.announcement(number, at: station.now), from: &liar)
      try station.hear(again.announcement(number + 10, at: station.now), from: &again, link: LinkID(2))
    }
    #expect(station.core.peers.count == 4 && station.refused(.peersFull) == 8)
    for number in 300..<304 {
      try station.hear(honest.announcement(number, at: station.now), from: &honest, link: LinkID(3))
    }
    #expect(uids(station).isSuperset(of: (300..<304).map { "uid-\($0)" }) && station.core.peers.count == 8)
  }

  @Test func `In a full table who has brought few gets a place of who has brought most, and no name is free`() throws {
    var limits = MeshLimits()
    limits.peers = 8
    let station = try Station(limits: limits)
    var crowd = [Adversary(), Adversary(), Adversary()]
    func announce(_ number: Int, uid: String? = nil, over link: Int) throws {
      station.now += 1
      try station.hear(
        crowd[link].announcement(number, uid: uid, at: station.now), from: &crowd[link],
        link: LinkID(UInt64(link) + 1))
    }
    for link in 0..<3 { try station.admit(&crowd[link], link: LinkID(UInt64(link) + 1)) }
    for number in 200..<204 { try announce(number, over: 0) }
    for number in 300..<303 { try announce(number, over: 1) }
    for number in 400..<402 { try announce(number, over: 2) }
    // The last one of the first link made room; nobody else takes its name, and it keeps its own.
    #expect(uids(station) == ["uid-200", "uid-201", "uid-202", "uid-300", "uid-301", "uid-302", "uid-400", "uid-401"])
    try announce(500, uid: "uid-203", over: 2)
    #expect(station.refused(.identityConflict) == 1)
    // No place is taken of who has no more than the newcomer's neighbour.
    try announce(303, over: 1)
    #expect(station.refused(.peersFull) == 1 && station.core.peers.count == 8)
    // A confirmed one stays.
    let id = try Crew.signer(202).publicKey.id
    station.perform { core, _ in _ = core.confirm(deviceID: id) }
    try announce(402, over: 2)
    #expect(uids(station).contains("uid-202"))
  }

  @Test func `Emergencies of a sender have a budget of their own, and so has all else`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let (liar, victim) = (try Crew.signer(60), try Crew.signer(61))
    func send(_ kind: MessageKind, by signer: SoftwareSigner, _ numbers: Range<UInt64>) throws -> Int {
      let before = station.core.counters.delivered
      for number in numbers {
        try station.hear(
          adversary.frame(
            [1], kind: kind.rawValue, sender: adversary.sender(signer.publicKey), sequence: number,
            sentAt: station.now, signer: signer), from: &adversary)
      }
      return station.core.counters.delivered - before
    }
    #expect(try send(.emergency, by: liar, 0..<200) == 10)
    // What else the same device says, and the emergency of another.
    #expect(try send(.chat, by: liar, 200..<201) == 1)
    #expect(try send(.emergency, by: victim, 0..<1) == 1)
    // A device that says too much can still call for help.
    #expect(try send(.chat, by: victim, 1..<300) == 100)
    #expect(try send(.emergency, by: victim, 300..<301) == 1)
  }

  /// A node with a flooding member on link 1, another member on link 3, and somebody who listens on link 2.
  private func flooded(_ limits: MeshLimits) throws -> (Station, [Adversary]) {
    var limits = limits
    limits.emergencies = Rate(perSecond: 1_000, burst: 1_000)
    let station = try Station(limits: limits)
    var crowd = [Adversary(), Adversary(), Adversary()]
    for place in 0..<3 { try station.admit(&crowd[place], link: LinkID(UInt64(place) + 1)) }
    return (station, crowd)
  }

  private func cry(
    _ number: UInt64, by signer: SoftwareSigner, over place: Int, _ crowd: inout [Adversary], _ station: Station
  ) throws -> [UInt8] {
    let frame = try crowd[place].frame(
      [1], kind: emergency, sender: crowd[place].sender(signer.publicKey), sequence: number, sentAt: station.now,
      signer: signer)
    try station.hear(frame, from: &crowd[place], link: LinkID(UInt64(place) + 1))
    return frame
  }

  /// What goes to the listener.
  private func heard(_ effects: [MeshEffect], by listener: Adversary, on link: LinkID = LinkID(2)) throws -> [[UInt8]] {
    try effects.compactMap { effect in
      guard case .transmit(link, let bytes) = effect, bytes[0] == 3 else { return nil }
      return Array(try listener.opened(bytes).dropFirst(2))
    }
  }

  @Test(arguments: [1, 300])
  func `A member's flood of emergencies leaves room for another's in every queue`(devices: Int) throws {
    var (station, crowd) = try flooded(MeshLimits())
    for number in 0..<300 {
      _ = try cry(UInt64(number), by: Crew.signer(1_000 + number % devices), over: 0, &crowd, station)
    }
    let calls = try [
      cry(0, by: Crew.signer(60), over: 2, &crowd, station), cry(0, by: Crew.signer(61), over: 2, &crowd, station),
    ]
    station.now += 150
    let frames = try heard(try station.feed(.tick), by: crowd[1])
    #expect(calls.allSatisfy(frames.contains))
    #expect(frames.count == (devices == 1 ? 32 : 128) + 2)
  }

  @Test(arguments: [1, 300])
  func `A flood of emergencies pushes another's out of nothing that is kept`(devices: Int) throws {
    var (station, crowd) = try flooded(MeshLimits())
    let call = try cry(0, by: Crew.signer(60), over: 2, &crowd, station)
    for number in 0..<300 {
      _ = try cry(UInt64(number), by: Crew.signer(1_000 + number % devices), over: 0, &crowd, station)
    }
    var late = Adversary()
    let before = station.effects.count
    try station.admit(&late, link: LinkID(9))
    station.now += 5_000
    try station.feed(.tick)
    let frames = try heard(Array(station.effects.dropFirst(before)), by: late, on: LinkID(9))
    #expect(frames.contains(call))
  }

  @Test func `A flood of emergencies takes nothing of what all else may use on a link`() throws {
    var limits = MeshLimits()
    (limits.toLink, limits.emergenciesToLink) = (Rate(perSecond: 0, burst: 6_000), Rate(perSecond: 0, burst: 3_000))
    var (station, crowd) = try flooded(limits)
    for number in 0..<30 {
      _ = try cry(UInt64(number), by: Crew.signer(1_000), over: 0, &crowd, station)
    }
    let name = crowd[2].sender(try Crew.signer(60).publicKey)
    let event = try crowd[2].frame([UInt8](repeating: 7, count: 1_000), sender: name, sentAt: station.now)
    try station.hear(event, from: &crowd[2], link: LinkID(3))
    station.now += 150
    let frames = try heard(try station.feed(.tick), by: crowd[1])
    #expect(frames.contains(event) && frames.count > 5 && frames.count < 31)
  }
}
