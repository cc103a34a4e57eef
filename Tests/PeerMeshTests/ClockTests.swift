import PeerMesh
import SecurityTesting
import Testing

/// What happens when the device's clock is set.
@Suite struct ClockTests {
  @Test func `A clock that is set back stops neither announcements nor repetitions nor budgets`() throws {
    var limits = MeshLimits()
    limits.fromLink = Rate(perSecond: 2_000, burst: 2_000)
    let station = try Station(limits: limits)
    var adversary = Adversary()
    try station.admit(&adversary, kind: .datagram)
    station.now -= 3_600_000
    try station.feed(.tick)
    #expect(station.core.nextWake(after: station.now).map { $0 - station.now < 5_000 } == true)
    var kinds: Set<UInt8> = []
    for _ in 0..<700 {
      station.now += 100
      for datagram in Station.datagrams(try station.feed(.tick)) { kinds.insert(datagram[0]) }
    }
    #expect(kinds == [3, 6] && station.core.counters.repeated > 0)
    // The budget of the neighbour fills again, too: its frames are heard, one a second.
    let name = adversary.sender(try Crew.signer(9).publicKey)
    for sequence in 0..<20 as Range<UInt64> {
      station.now += 1_000
      let frame = try adversary.frame(
        [UInt8](repeating: 1, count: 700), sender: name, sequence: sequence, sentAt: station.now)
      #expect(Station.messages(try station.feed(.received(Station.link, adversary.record([1, 5] + frame)))).count == 1)
    }
  }

  @Test func `What waits to be passed on when the clock is set back goes as soon as it would have`() throws {
    let station = try Station()
    var (adversary, listener) = (Adversary(), Adversary())
    try station.admit(&adversary)
    try station.admit(&listener, link: LinkID(2))
    let name = adversary.sender(try Crew.signer(9).publicKey)
    try station.hear(adversary.frame([1], sender: name, sentAt: station.now), from: &adversary)
    station.now -= 1_000_000
    try station.feed(.tick)
    station.now += 150
    #expect(Station.datagrams(try station.feed(.tick)).count == 1)
  }

  @Test func `What waits for a budget when the clock is set back waits as long as it would have`() throws {
    var limits = MeshLimits()
    limits.toLink = Rate(perSecond: 2_000, burst: 2_000)
    let station = try Station(limits: limits)
    var adversary = Adversary()
    try station.admit(&adversary)
    for number in 0..<20 as Range<UInt8> {
      try station.feed(.send(.event, [number] + [UInt8](repeating: 0, count: 500)))
    }
    station.now -= 3_600_000
    try station.feed(.tick)
    #expect(station.core.nextWake(after: station.now).map { (1..<2_000).contains($0 - station.now) } == true)
    var sent = 0
    for _ in 0..<100 {
      station.now += 100
      sent += Station.datagrams(try station.feed(.tick)).count { $0.count > 500 }
    }
    #expect(sent > 10)
  }

  @Test func `A clock that is set forward and back again accepts nothing twice`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(9).publicKey)
    let frame = try adversary.frame([1], sender: name, sentAt: station.now)
    try station.hear(frame, from: &adversary)
    for step in [3_600_000, -3_600_000, -200_000, 200_000] as [MeshTime] {
      station.now += step
      #expect(Station.messages(try station.hear(frame, from: &adversary)).isEmpty)
    }
    #expect(station.core.counters.delivered == 1)
  }
}
