import PeerMesh
import Redaction
import SecurityTesting
import Testing

/// What the kept bytes say of devices that were met, where those bytes are older or fuller than this version writes them.
@Suite struct KeptPeersTests {
  private static let day: MeshTime = 24 * 60 * 60_000

  private func bytes(of mission: KeptMission) -> [UInt8] { mission.stored().withExposedBytes { Array($0) } }

  private func mission(_ bytes: [UInt8]) throws -> KeptMission { try KeptMission(stored: Secret(copying: bytes)) }

  @Test func `A kept device whose key is of small order does not get the new key of an exclusion`() throws {
    let station = try Station(mission: Crew.mission(Crew.key(authority: Crew.signer(0).publicKey)))
    var adversary = Adversary()
    try station.admit(&adversary)
    for number in [8, 9] {
      station.now += 1
      try station.hear(adversary.announcement(number, at: station.now), from: &adversary)
      let id = try Crew.signer(number).publicKey.id
      station.perform { core, _ in _ = core.confirm(deviceID: id) }
    }
    var kept = bytes(of: try #require(Station.kept(try station.feed(.tick))))
    let key = try Adversary.agreementKey(9)
    let place = try #require(kept.indices.first { kept[$0...].starts(with: key) })
    kept.replaceSubrange(place..<(place + 32), with: [UInt8](repeating: 0, count: 32))
    let again = try Station(mission: mission(kept))
    again.now = station.now + 1_000
    let new = try Crew.key(2, epoch: 2, authority: Crew.signer(0).publicKey)
    var effects: [MeshEffect] = []
    let now = again.now
    try again.perform { core, dice in
      effects = try core.exclude([[1]], lostSince: now, newKey: new, now: now, using: &dice)
    }
    let leftOut = Station.notices(effects).compactMap {
      if case .leftOut(let peers) = $0 { peers.map(\.uid) } else { nil }
    }
    #expect(leftOut == [["uid-9"]])
  }

  /// A mission that keeps as many unconfirmed devices as there is room for, all first heard at the start of time.
  private func crowded() throws -> KeptMission {
    var stored = bytes(of: try Crew.mission(Crew.key()))
    // The last two numbers count the confirmed devices and the others.
    #expect(stored.suffix(4) == [0, 0, 0, 0])
    stored.removeLast(2)
    stored += Adversary.big(UInt16(512))
    for number in 0..<512 { stored += Crew.bytes("other \(number)", count: 16) + Adversary.big(Crew.start) }
    return try mission(stored)
  }

  @Test(arguments: [(30, false), (31, true)] as [(MeshTime, Bool)])
  func `Whoever was heard first keeps his place for thirty days, and then makes room`(
    days: MeshTime, isKept: Bool
  ) throws {
    let station = try Station(mission: crowded())
    station.now = Crew.start + days * Self.day - 600_000
    var adversary = Adversary()
    try station.admit(&adversary)
    // What is heard is kept with the next frame after some minutes.
    for _ in 0..<2 {
      station.now += 200_000
      try station.hear(adversary.announcement(7, at: station.now), from: &adversary)
    }
    let kept = bytes(of: try #require(Station.kept(station.effects)))
    func holds(_ id: [UInt8]) -> Bool { kept.indices.contains { kept[$0...].starts(with: id) } }
    #expect(try holds(Crew.signer(7).publicKey.id) == isKept)
    #expect(holds(Crew.bytes("other 5", count: 16)) == !isKept)
  }
}
