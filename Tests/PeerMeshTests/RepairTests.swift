import PeerMesh
import SecurityTesting
import Testing

@Suite struct RepairTests {
  private final class Wire {
    var sent: [[UInt8]] = []
    /// Drops each datagram for which this is true.
    var drops: ((_ from: Int, _ bytes: [UInt8]) -> Bool) = { _, _ in false }
  }

  /// Two proven nodes whose wire is watched; what greeting they said is confirmed.
  private func pair(mtu: Int = 182) throws -> (Fleet, Wire) {
    let fleet = try Fleet.row(2, key: Crew.key(), mtu: mtu)
    let wire = Wire()
    fleet.mesh.onWire = { from, _, _, bytes in
      guard !wire.drops(from, bytes) else { return nil }
      if from == 0 { wire.sent.append(bytes) }
      return bytes
    }
    return (fleet, wire)
  }

  @Test(arguments: [23, 182, 1_400]) func `Through a link that loses three datagrams of ten every message comes, once`(
    mtu: Int
  ) throws {
    let fleet = try Fleet.crew(2, key: Crew.key(), seed: 3, weather: SimulatedWeather(loss: 0.3, delay: 5...40))
    fleet.mesh.connect(0, 1, mtu: mtu)
    fleet.mesh.run(for: 10_000)
    #expect(Set(fleet.proven) == [0, 1])
    let size = mtu < 64 ? 60 : 300
    let bodies = (0..<30 as Range<UInt8>).map { [UInt8](repeating: $0, count: size) }
    for body in bodies {
      try fleet.mesh.send(body, as: .event, from: 0)
      fleet.mesh.run(for: 1_000)
    }
    fleet.mesh.run(for: 15_000)
    #expect(Set(fleet.bodies(of: 1)).count >= (mtu < 64 ? 28 : 30) && fleet.bodies(of: 1).count <= 30)
  }

  @Test func `Only the part that was lost goes again, and as the same bytes`() throws {
    let (fleet, wire) = try pair()
    var lost: [UInt8]?
    wire.drops = { from, bytes in
      guard from == 0, lost == nil, bytes[0] == 4, bytes[3] != 0 || bytes[4] != 0 else { return false }
      lost = bytes
      return true
    }
    try fleet.mesh.send([UInt8](repeating: 7, count: 600), as: .event, from: 0)
    fleet.mesh.run(for: 5_000)
    #expect(fleet.bodies(of: 1).count == 1)
    #expect(fleet.counters(0).repeated == 1)
    #expect(lost.map { bytes in wire.sent.filter { $0 == bytes }.count } == 1)
  }

  @Test func `Nothing goes twice when nothing is lost`() throws {
    let (fleet, _) = try pair()
    for _ in 0..<50 {
      try fleet.mesh.send([UInt8](repeating: 7, count: 400), as: .event, from: 0)
      fleet.mesh.run(for: 50)
    }
    fleet.mesh.run(for: 5_000)
    #expect(fleet.bodies(of: 1).count == 50)
    #expect(fleet.counters(0).repeated == 0 && fleet.counters(1).repeated == 0)
    // Nor is a report, or a part of a record, anything to refuse.
    #expect(fleet.counters(0).refusals.isEmpty && fleet.counters(1).refusals.isEmpty)
  }

  @Test func `A report that was lost is made again when the record comes again`() throws {
    let (fleet, wire) = try pair()
    var reports = 0
    wire.drops = { from, bytes in
      guard from == 1, bytes[0] == 6 else { return false }
      reports += 1
      return reports == 1
    }
    try fleet.mesh.send([1], as: .event, from: 0)
    fleet.mesh.run(for: 10_000)
    #expect(fleet.bodies(of: 1) == [[1]] && fleet.counters(0).repeated == 1)
  }

  @Test func `A burst beyond a report's reach is confirmed, and what was lost of it comes`() throws {
    for loss in [0, 0.3] {
      var limits = MeshLimits()
      limits.fromSender = Rate(perSecond: 1_000, burst: 1_000)
      let fleet = try Fleet.crew(
        2, key: Crew.key(), seed: 5, weather: SimulatedWeather(loss: loss, delay: 5...40), limits: limits)
      fleet.mesh.connect(0, 1, mtu: 512)
      fleet.mesh.run(for: 10_000)
      for number in 0..<100 as Range<UInt8> { try fleet.mesh.send([number], as: .event, from: 0) }
      fleet.mesh.run(for: 20_000)
      #expect(Set(fleet.bodies(of: 1)).count >= 99 && fleet.bodies(of: 1).count <= 100)
      #expect(fleet.counters(0).repeated <= (loss == 0 ? 0 : 250))
    }
  }

  @Test func `Whoever skips numbers gets no more reports than there are records to repeat, within the link's budget`()
    throws
  {
    func reports(_ count: UInt64, limits: MeshLimits = MeshLimits()) throws -> Int {
      let station = try Station(limits: limits)
      var liar = Adversary()
      try station.admit(&liar, kind: .datagram)
      var heard = 0
      for number in 1...count {
        try station.feed(.received(Station.link, liar.record([0], number: number * 32_768)))
        station.now += 100
        heard += Station.datagrams(try station.feed(.tick)).filter { $0[0] == 6 }.count
      }
      return heard
    }
    #expect(try (1...2).contains(reports(1)))
    #expect(try (20...40).contains(reports(20)))
    var poor = MeshLimits()
    poor.toLink = Rate(perSecond: 1, burst: 600)
    #expect(try (1...8).contains(reports(20, limits: poor)))
  }

  @Test func `What the budget did not carry has lost no try, and a part above the MTU holds nothing up`() throws {
    var poor = MeshLimits()
    poor.toLink = Rate(perSecond: 300, burst: 700)
    let station = try Station(limits: poor)
    var silent = Adversary()
    try station.admit(&silent, kind: .datagram)
    for _ in 0..<3 { try station.feed(.send(.event, [UInt8](repeating: 9, count: 400))) }
    var seen: [[UInt8]: Int] = [:]
    for _ in 0..<400 {
      station.now += 200
      for datagram in Station.datagrams(try station.feed(.tick)) where datagram.count > 450 {
        seen[datagram, default: 0] += 1
      }
    }
    // Each seven times in all, although the budget never carries two of them at once.
    #expect(seen.count == 3 && seen.values.allSatisfy { (6...7).contains($0) })
    let second = try Station()
    var other = Adversary()
    try second.admit(&other, kind: .datagram, mtu: 600)
    try second.feed(.send(.event, [UInt8](repeating: 9, count: 300)))
    try second.feed(.send(.event, [8]))
    try second.feed(.mtu(Station.link, 250))
    second.now += 450
    let again = Station.datagrams(try second.feed(.tick))
    #expect(!again.isEmpty && again.allSatisfy { $0.count <= 250 })
  }

  @Test func `A neighbour that reports nothing gets a record seven times, within the link's budget`() throws {
    let station = try Station()
    var silent = Adversary()
    try station.admit(&silent, kind: .datagram)
    try station.feed(.send(.event, [9]))
    var seen: [[UInt8]: Int] = [:]
    for _ in 0..<200 {
      station.now += 100
      for datagram in Station.datagrams(try station.feed(.tick)) where datagram[0] == 3 {
        seen[datagram, default: 0] += 1
      }
    }
    // The first time each went before it was counted.
    #expect(seen.count >= 2 && seen.values.allSatisfy { $0 == 6 })
    var poor = MeshLimits()
    poor.toLink = Rate(perSecond: 1, burst: 600)
    let second = try Station(limits: poor)
    var other = Adversary()
    try second.admit(&other, kind: .datagram)
    for _ in 0..<100 {
      second.now += 100
      try second.feed(.tick)
    }
    #expect(second.core.counters.repeated < 4)
  }

  @Test func `A report confirms; a forged, altered or outdated one neither confirms nor makes anybody send`() throws {
    func repeated(_ reports: (Adversary) throws -> [[UInt8]]) throws -> (count: Int, refused: Int) {
      let station = try Station()
      var adversary = Adversary()
      try station.admit(&adversary, kind: .datagram)
      try station.feed(.send(.event, [9]))
      var answers = 0
      for report in try reports(adversary) {
        answers += Station.datagrams(try station.feed(.received(Station.link, report))).count
      }
      #expect(answers == 0)
      station.now += 450
      try station.feed(.tick)
      return (station.core.counters.repeated, station.refused(.linkTag) + station.refused(.malformed))
    }
    #expect(try repeated { _ in [] } == (2, 0))
    #expect(try repeated { [try $0.report(next: 2)] } == (0, 0))
    #expect(try repeated { [try $0.report(next: 1)] } == (1, 0))
    // Of the epoch of numbers before: right in its low 16 bits only.
    #expect(try repeated { [try $0.report(next: 2 + 65_536)] } == (2, 1))
    #expect(try repeated { [try $0.report(next: 3)] } == (2, 1))
    let stranger = try repeated { adversary in
      let report = try adversary.report(next: 2)
      return report.indices.map { place in
        var altered = report
        altered[place] ^= 1
        return altered
      }
    }
    #expect(stranger.count == 2)
  }

  @Test func `A byte stream repeats by itself: the mesh adds nothing`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary, kind: .network)
    try station.feed(.send(.event, [9]))
    for _ in 0..<100 {
      station.now += 100
      #expect(Station.datagrams(try station.feed(.tick)).isEmpty)
    }
    #expect(station.core.counters.repeated == 0)
  }

  @Test func `A report is read as it was written, and every other form is refused`() throws {
    let gaps = (0..<40 as Range<UInt16>).map { LinkReport.Gap(number: $0, range: 5..<9) }
    for limit in [12, 24, 25, 174, 5_000] {
      let report = LinkReport(next: 7, seen: 0xF0F0_0001_0000_0001, gaps: gaps, limit: limit)
      #expect(report.bytes.count <= limit && report.isCut && report.gaps.count == min(32, (limit - 12) / 6))
      #expect(try LinkReport(reading: report.bytes[...]) == report)
      for count in 0..<report.bytes.count where (count - 12) % 6 != 0 || count < 12 {
        #expect(throws: MeshRefusal.malformed) { try LinkReport(reading: report.bytes.prefix(count)) }
      }
    }
    #expect(throws: MeshRefusal.malformed) { try LinkReport(reading: [6] + [UInt8](repeating: 0, count: 10) + [2]) }
    #expect(throws: MeshRefusal.malformed) {
      try LinkReport(reading: [6] + [UInt8](repeating: 0, count: 11) + [0, 1, 0, 5, 0, 5])
    }
  }
}
