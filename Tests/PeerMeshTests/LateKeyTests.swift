import PeerMesh
import SecurityTesting
import Testing

/// The authority's new keys that come late: after a restart, after others raised the floor, far behind what it said since.
@Suite struct LateKeyTests {
  private func key(_ epoch: UInt32) throws -> MeshKey {
    try Crew.key(Int(epoch), epoch: epoch, authority: Crew.signer(0).publicKey)
  }

  /// The frames of this kind that the authority sends to a neighbour, after it has heard of device 8.
  private func frames(
    of kind: MessageKind, _ send: (inout MeshMachine, MeshTime, inout SeededGenerator) throws -> [MeshEffect]
  ) throws -> [[UInt8]] {
    let station = try Station(mission: Crew.mission(key(1)))
    var neighbour = Adversary()
    try station.admit(&neighbour)
    try station.hear(neighbour.announcement(8, at: station.now), from: &neighbour)
    var effects: [MeshEffect] = []
    let now = station.now
    try station.perform { core, dice in effects = try send(&core, now, &dice) }
    return try Station.datagrams(effects).filter { $0.first == 3 }.map { try neighbour.opened($0) }
      .filter { $0.first == 1 && $0[3] == kind.rawValue }.map { Array($0.dropFirst(2)) }
  }

  /// Sealed to device 8 at the start.
  private func exclusion() throws -> [UInt8] {
    let new = try key(2)
    let frames = try frames(of: .exclusion) { core, now, dice in
      try core.exclude([[1]], lostSince: now + 1, newKey: new, now: now, using: &dice)
    }
    #expect(frames.count == 1)
    return try #require(frames.first)
  }

  /// Device 8 after a restart, with what it kept.
  private func member(floor: MeshTime = 0) throws -> (Station, Adversary) {
    let mission = KeptMission(keyring: try MeshKeyring(key(1)), replayFloor: floor)
    let station = try Station(8, mission: mission)
    var neighbour = Adversary()
    try station.admit(&neighbour)
    return (station, neighbour)
  }

  private func isTurned(_ station: Station) throws -> Bool { try station.core.keyring.current.id == key(2).id }

  @Test func `An exclusion reaches a member that heard others after it and was started again`() throws {
    var (station, neighbour) = try member(floor: Crew.start + 10_000)
    let name = neighbour.sender(try Crew.signer(9).publicKey)
    try station.hear(neighbour.frame([1], sender: name, sentAt: Crew.start), from: &neighbour)
    #expect(station.refused(.belowFloor) == 1)
    try station.hear(exclusion(), from: &neighbour)
    #expect(try isTurned(station) && station.refused(.belowFloor) == 1)
  }

  @Test func `Nor does what the authority said since the restart close the door to it`() throws {
    var (station, neighbour) = try member(floor: Crew.start + 10_000)
    let exclusion = try exclusion()
    let boot = exclusion[23..<31].reduce(0) { $0 << 8 | UInt64($1) }
    station.now += 20_000
    let authority = try Crew.signer(0)
    let word = try neighbour.frame(
      [1], sender: neighbour.sender(authority.publicKey), boot: boot, sequence: 900, sentAt: station.now,
      signer: authority)
    #expect(Station.messages(try station.hear(word, from: &neighbour)).count == 1)
    try station.hear(exclusion, from: &neighbour)
    #expect(try isTurned(station))
  }

  @Test func `Nor does a member who raises the floor with senders that it forgets`() throws {
    var (station, neighbour) = try member()
    let exclusion = try exclusion()
    let name = neighbour.sender(try Crew.signer(9).publicKey)
    for boot in 1...5 as ClosedRange<UInt64> {
      station.now += boot == 5 ? 61_000 : 1_000
      try station.hear(neighbour.frame([1], sender: name, boot: boot, sentAt: station.now), from: &neighbour)
    }
    let other = neighbour.sender(try Crew.signer(7).publicKey)
    try station.hear(neighbour.frame([1], sender: other, sentAt: Crew.start), from: &neighbour)
    #expect(station.refused(.belowFloor) == 1)
    try station.hear(exclusion, from: &neighbour)
    #expect(try isTurned(station))
  }

  @Test func `A rotation counts thousands of messages later, and is passed on once however often it is repeated`()
    throws
  {
    var (station, neighbour) = try member()
    let new = try key(2)
    let rotation = try #require(
      try frames(of: .rotation) { core, now, dice in try core.rotate(to: new, now: now, using: &dice) }.first)
    let boot = rotation[23..<31].reduce(0) { $0 << 8 | UInt64($1) }
    let authority = try Crew.signer(0)
    let name = neighbour.sender(authority.publicKey)
    var other = Adversary()
    try station.admit(&other, link: LinkID(2))
    let word = try neighbour.frame(
      [1], sender: name, boot: boot, sequence: 5_000, sentAt: station.now, signer: authority)
    #expect(Station.messages(try station.hear(word, from: &neighbour)).count == 1)
    // Any other message from so far back may be a repetition.
    let late = try neighbour.frame([2], sender: name, boot: boot, sequence: 9, sentAt: station.now, signer: authority)
    try station.hear(late, from: &neighbour)
    #expect(station.refused(.replayed) == 1)
    let relayed = station.core.counters.relayed
    try station.hear(rotation, from: &neighbour)
    #expect(try isTurned(station) && station.core.counters.relayed == relayed + 1)
    let crowd = neighbour.sender(try Crew.signer(9).publicKey)
    for number in 0..<3 as Range<UInt64> {
      try station.hear(rotation, from: &neighbour)
      #expect(station.core.counters.relayed == relayed + 1 + 150 * Int(number))
      // More than is remembered of what was passed on.
      for sequence in 150 * number..<150 * (number + 1) {
        station.now += 1_000
        let frame = try neighbour.frame([1], sender: crowd, sequence: sequence, sentAt: station.now)
        try station.hear(frame, from: &neighbour)
      }
    }
    #expect(station.refused(.replayed) == 4)
  }

  @Test func `A next key is given out again to whoever missed it, and its code is taken where it waits`() throws {
    let next = try Crew.key(2, epoch: 2, notBefore: Crew.start + 3_600_000, authority: Crew.signer(0).publicKey)
    let again = try frames(of: .rotation) { core, now, dice in
      _ = try core.rotate(to: next, now: now, using: &dice)
      return try core.rotate(to: next, now: now, using: &dice)
    }
    #expect(again.count == 1)
    var (station, neighbour) = try member()
    try station.hear(#require(again.first), from: &neighbour)
    let ring = station.core.keyring
    #expect(ring.entries.map(\.key.id) == [try key(1).id, next.id])
    // The node that held it did not run when its time came.
    let turned = try ring.rotated(to: next, graceUntil: Crew.start + 7_200_000)
    #expect(turned.entries.map(\.standing) == [.current, .grace] && turned.current.id == next.id)
    // The same secret with another beginning is another key: members that have the first would not follow.
    let sooner = try Crew.key(2, epoch: 2, notBefore: Crew.start + 60_000, authority: Crew.signer(0).publicKey)
    #expect(sooner.id == next.id)
    #expect(throws: MeshError.keyRolledBack(epoch: 2)) { try ring.awaiting(sooner) }
    #expect(throws: MeshError.keyRolledBack(epoch: 2)) { try ring.rotated(to: sooner, graceUntil: 0) }
  }

  @Test func `Under a next key that a newer one overtook others are heard, after a loss the authority alone`() throws {
    let next = try Crew.key(2, epoch: 2, notBefore: Crew.start, authority: Crew.signer(0).publicKey)
    let third = try key(3)
    let ring = try MeshKeyring(key(1)).awaiting(next)
    for isLoss in [false, true] {
      let turned = try ring.rotated(to: third, graceUntil: Crew.start + 3_600_000, condemned: isLoss)
      #expect(turned.entries.map(\.key.id) == [third.id, try key(1).id, next.id])
      // A member has turned already.
      let station = try Station(8, mission: KeptMission(keyring: turned))
      var neighbour = Adversary(key: 3, epoch: 3)
      try station.admit(&neighbour)
      let member = Adversary(key: 2, epoch: 2)
      let word = try member.frame([1], sender: member.sender(Crew.signer(9).publicKey), sentAt: station.now)
      #expect(try Station.messages(station.hear(word, from: &neighbour)).count == (isLoss ? 0 : 1))
      #expect(station.refused(.condemnedKey) == (isLoss ? 1 : 0))
    }
  }

  @Test func `No key that may not send now answers a loss, and none that has ended is given out`() throws {
    let authority = try Crew.signer(0).publicKey
    let station = try Station(mission: Crew.mission(key(1)))
    let now = station.now
    let early = try Crew.key(2, epoch: 2, notBefore: now + 1, authority: authority)
    let late = try Crew.key(2, epoch: 2, notAfter: now - 1, authority: authority)
    station.perform { core, dice in
      for (key, error) in [(early, MeshError.keyNotYetValid), (late, .keyExpired)] {
        #expect(throws: error) { try core.exclude([[1]], lostSince: now, newKey: key, now: now, using: &dice) }
      }
      #expect(throws: MeshError.keyExpired) { try core.rotate(to: late, now: now, using: &dice) }
    }
    #expect(try station.core.keyring.entries.map(\.key.id) == [key(1).id])
  }

  @Test func `A next key that was replaced does not come back, not even after a restart`() throws {
    let (second, third) = try (
      Crew.key(2, epoch: 2, notBefore: Crew.start + 3_600_000, authority: Crew.signer(0).publicKey),
      Crew.key(3, epoch: 3, notBefore: Crew.start + 3_600_000, authority: Crew.signer(0).publicKey)
    )
    let rotation = try #require(
      try frames(of: .rotation) { core, now, dice in try core.rotate(to: second, now: now, using: &dice) }.first)
    let ring = try MeshKeyring(key(1)).awaiting(third)
    #expect(throws: MeshError.keyRolledBack(epoch: 2)) { try ring.awaiting(second) }
    #expect(throws: MeshError.keyRolledBack(epoch: 2)) { try ring.rotated(to: second, graceUntil: 0) }
    let station = try Station(8, mission: KeptMission(keyring: ring, replayFloor: Crew.start + 10_000))
    var neighbour = Adversary()
    try station.admit(&neighbour)
    try station.hear(rotation, from: &neighbour)
    #expect(station.refused(.rekey) == 1)
    #expect(station.core.keyring.entries.map(\.key.id) == [try key(1).id, third.id])
  }
}
