import PeerMesh
import Redaction
import SecurityTesting
import Testing
import UntrustedInput

@Suite struct RotationTests {
  private func signer() throws -> MeshDeviceKey { try Crew.signer(0).publicKey }

  @Test func `All members follow the authority to a new key, and the former one still opens what is under way`() throws
  {
    let fleet = try Fleet.row(4, key: Crew.key(authority: signer()))
    let new = try Crew.key(2, epoch: 2, authority: signer())
    let mesh = fleet.mesh
    // Sent under the old key, still waiting at its sender when the rotation passes.
    try mesh.send([1], as: .event, from: 3)
    mesh.perform(
      try turn(mesh, 0) { core, now, dice throws(MeshError) in try core.rotate(to: new, now: now, using: &dice) }, of: 0
    )
    mesh.run(for: 10_000)
    for node in 0..<4 { #expect(mesh.withNode(node) { $0.keyring.current.id } == new.id) }
    #expect(fleet.notices.filter { $0.notice == .keyChanged(epoch: 2, becauseOfLoss: false) }.count == 4)
    #expect(fleet.bodies(of: 0) == [[1]])
    mesh.run(for: 60_000)
    try mesh.send([2], as: .event, from: 3)
    mesh.run(for: 5_000)
    #expect(fleet.bodies(of: 0) == [[1], [2]])
  }

  private func turn(
    _ mesh: SimulatedMesh, _ node: Int,
    _ body: (inout MeshMachine, MeshTime, inout SeededGenerator) throws(MeshError) -> [MeshEffect]
  ) throws(MeshError) -> [MeshEffect] {
    let result: Result<[MeshEffect], MeshError> = mesh.withNode(node) { core in
      do throws(MeshError) { return .success(try body(&core, mesh.now, &mesh.generator)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  @Test func `A former key never sends, and opens nothing after its grace`() throws {
    let ring = try MeshKeyring(Crew.key(1, epoch: 1)).rotated(to: Crew.key(2, epoch: 2), graceUntil: Crew.start + 1_000)
    let station = try Station(mission: KeptMission(keyring: ring))
    var adversary = Adversary(key: 2, epoch: 2)
    try station.admit(&adversary)
    let old = Adversary(key: 1, epoch: 1)
    let name = old.sender(try Crew.signer(9).publicKey)
    #expect(
      Station.messages(try station.hear(old.frame([1], sender: name, sentAt: station.now), from: &adversary)).count == 1
    )
    station.now += 1_001
    try station.hear(old.frame([1], sender: name, sequence: 1, sentAt: station.now), from: &adversary)
    #expect(station.refused(.unknownKey) == 1 && station.core.counters.delivered == 1)
    #expect(station.core.keyring.entries.count == 1)
  }

  @Test func `A next key takes over when its time has come`() throws {
    let next = try Crew.key(2, epoch: 2, notBefore: Crew.start + 60_000)
    let ring = try MeshKeyring(Crew.key(1, epoch: 1)).awaiting(next)
    let station = try Station(mission: KeptMission(keyring: ring))
    try station.feed(.tick)
    #expect(station.core.keyring.current.epoch == 1)
    station.now += 60_000
    try station.feed(.tick)
    #expect(station.core.keyring.current.id == next.id)
    #expect(station.core.keyring.entries.map(\.standing) == [.current, .grace])
  }

  @Test func `A key outside of its time sends nothing`() throws {
    let station = try Station(mission: Crew.mission(Crew.key(notAfter: Crew.start)))
    try station.feed(.send(.event, [1]))
    station.now += 1
    #expect(throws: MeshError.noKey) { try station.feed(.send(.event, [1])) }
  }

  @Test func `A frame that was sent outside of its key's time is refused`() throws {
    let key = try Crew.key(notBefore: Crew.start - 1_000, notAfter: Crew.start + 60_000)
    let station = try Station(mission: Crew.mission(key))
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(9).publicKey)
    for (sequence, sentAt) in [Crew.start - 1_001, Crew.start + 60_001, Crew.start].enumerated() {
      station.now = max(station.now, sentAt)
      try station.hear(
        adversary.frame([1], sender: name, sequence: UInt64(sequence), sentAt: sentAt), from: &adversary)
    }
    #expect(station.refused(.keyTime) == 2 && station.core.counters.delivered == 1)
  }

  @Test func `A rotation under a key in wrong hands is refused, even the authority's`() throws {
    let authority = try Crew.signer(5)
    let old = try Crew.key(1, epoch: 1, authority: authority.publicKey)
    let ring = try MeshKeyring(old).rotated(
      to: Crew.key(2, epoch: 2, authority: authority.publicKey), graceUntil: Crew.start + 3_600_000, condemned: true)
    let station = try Station(mission: KeptMission(keyring: ring))
    var adversary = Adversary(key: 2, epoch: 2)
    try station.admit(&adversary)
    // Prepared before the loss, for all who hold the old key: the lost device among them.
    let third = try Crew.key(3, epoch: 3, authority: authority.publicKey)
    let text = MeshKeyText.exposedText(of: third).withExposedBytes { String(decoding: $0, as: UTF8.self) }
    let record = try Base64URL.decode(text.dropFirst(MeshKeyText.prefix.count))
    let holder = Adversary(key: 1, epoch: 1)
    try station.hear(
      holder.frame(
        record, kind: MessageKind.rotation.rawValue, sender: holder.sender(authority.publicKey), sentAt: station.now,
        signer: authority), from: &adversary)
    #expect(station.refused(.condemnedKey) == 1 && station.core.keyring.current.epoch == 2)
    // Under a key that is in good hands the same one is followed.
    try station.hear(
      adversary.frame(
        record, kind: MessageKind.rotation.rawValue, sender: adversary.sender(authority.publicKey),
        sentAt: station.now, signer: authority), from: &adversary)
    #expect(station.core.keyring.current.epoch == 3)
  }

  @Test func `An exclusion goes beyond a next key that others may have`() throws {
    let authority = try signer()
    let next = try Crew.key(5, epoch: 5, notBefore: Crew.start + 600_000, authority: authority)
    let fleet = try Fleet.crew(1, key: Crew.key(authority: authority))
    let ring = try MeshKeyring(Crew.key(authority: authority)).awaiting(next)
    let mesh = fleet.mesh
    let node = mesh.add(try Crew.device(0), mission: KeptMission(keyring: ring))
    let others = try [4, 5, 6].map { try Crew.key($0 + 10, epoch: UInt32($0), authority: authority) }
    // The next key itself is one that the lost device has, also when its time has come.
    #expect(throws: MeshError.keyRolledBack(epoch: 5)) {
      try ring.rotated(to: next, graceUntil: Crew.start + 600_000, condemned: true)
    }
    for (key, isAllowed) in [(next, false), (others[0], false), (others[1], false), (others[2], true)] {
      let result = try? turn(mesh, node) { core, now, dice throws(MeshError) in
        try core.exclude([[1]], lostSince: now, newKey: key, now: now, using: &dice)
      }
      #expect((result != nil) == isAllowed)
    }
  }

  @Test func `Devices that a lost phone invented get no new key, those that a person confirmed do`() throws {
    let fleet = try Fleet.crew(2, key: Crew.key(authority: signer()))
    let mesh = fleet.mesh
    mesh.connect(0, 1)
    mesh.run(for: 70_000)
    let lostSince = mesh.now
    // Whoever found the phone announces two more devices under the mission's key; a late member joins, too.
    for number in 2..<5 {
      mesh.connect(0, mesh.add(try Crew.device(number), mission: try Crew.mission(Crew.key(authority: signer()))))
    }
    mesh.run(for: 70_000)
    #expect(mesh.withNode(0) { $0.peers.count } == 4)
    let late = try Crew.signer(4).publicKey.id
    #expect(mesh.withNode(0) { $0.confirm(deviceID: late) })
    let new = try Crew.key(2, epoch: 2, authority: signer())
    mesh.perform(
      try turn(mesh, 0) { core, now, dice throws(MeshError) in
        try core.exclude([[9]], lostSince: lostSince, newKey: new, now: now, using: &dice)
      }, of: 0)
    mesh.run(for: 60_000)
    #expect(
      (0..<5).map { node in mesh.withNode(node) { $0.keyring.current.id } == new.id } == [
        true, true, false, false, true,
      ])
    let named = fleet.notices.compactMap { if case .leftOut(let peers) = $0.notice { peers.map(\.uid) } else { nil } }
    #expect(named == [["uid-2", "uid-3"]])
  }

  @Test func `Only the authority changes the key, and without one nobody does`() throws {
    for authority in [nil, try Crew.signer(5).publicKey] {
      let fleet = try Fleet.row(2, key: Crew.key(authority: authority))
      let new = try Crew.key(2, epoch: 2, authority: authority)
      #expect(throws: MeshError.notTheAuthority) {
        try turn(fleet.mesh, 0) { core, now, dice throws(MeshError) in try core.rotate(to: new, now: now, using: &dice)
        }
      }
      // A member who ignores that writes the frames himself.
      let station = try Station(mission: Crew.mission(Crew.key(authority: authority)))
      var adversary = Adversary()
      try station.admit(&adversary)
      let liar = try Crew.signer(9)
      for kind in [MessageKind.rotation, .exclusion] {
        try station.hear(
          adversary.frame(
            [UInt8](repeating: 1, count: 100), kind: kind.rawValue, sender: adversary.sender(liar.publicKey),
            sequence: UInt64(kind.rawValue), sentAt: station.now, signer: liar), from: &adversary)
      }
      #expect(station.refused(.notTheAuthority) == 2 && station.core.keyring.current.epoch == 1)
    }
  }

  @Test func `A lost device learns nothing of the new key and is heard no more; the others go on`() throws {
    // 0 is the authority, 1 and 3 remain, 2 is lost: linked to 1 and 3.
    let fleet = try Fleet.crew(4, key: Crew.key(authority: signer()))
    let mesh = fleet.mesh
    for (first, second) in [(0, 1), (1, 2), (2, 3), (3, 0)] { mesh.connect(first, second) }
    mesh.run(for: 70_000)
    #expect(mesh.withNode(0) { $0.peers.count } == 3)
    let new = try Crew.key(2, epoch: 2, authority: signer())
    let lost = try Crew.signer(2).publicKey.id
    mesh.perform(
      try turn(mesh, 0) { core, now, dice throws(MeshError) in
        try core.exclude([lost], lostSince: now, newKey: new, now: now, using: &dice)
      }, of: 0)
    mesh.run(for: 60_000)
    #expect([0, 1, 3].allSatisfy { node in mesh.withNode(node) { $0.keyring.current.id } == new.id })
    #expect(mesh.withNode(2) { $0.keyring.entries.map(\.key.id) } == [try Crew.key(authority: signer()).id])
    try mesh.send([6], as: .emergency, from: 2)
    try mesh.send([7], as: .emergency, from: 1)
    mesh.run(for: 5_000)
    #expect(fleet.bodies(of: 2) == [])
    #expect(fleet.bodies(of: 0) == [[7]] && fleet.bodies(of: 3) == [[7]] && fleet.bodies(of: 1) == [])
    #expect(fleet.refused(.condemnedKey, by: 1) + fleet.refused(.condemnedKey, by: 3) > 0)
  }

  @Test func `A neighbour that may be the lost device hears nothing of the others any more`() throws {
    let station = try Station(mission: Crew.mission(Crew.key(authority: signer())))
    var lost = Adversary()
    try station.admit(&lost)
    let (now, key) = (station.now, try Crew.key(2, epoch: 2, authority: signer()))
    try station.perform { core, dice in
      _ = try core.exclude([[9]], lostSince: now, newKey: key, now: now, using: &dice)
    }
    #expect(Station.datagrams(try station.feed(.send(.emergency, [1]))).isEmpty)
  }

  @Test func `A member that was away gets the new key from any neighbour that kept it`() throws {
    let fleet = try Fleet.row(3, key: Crew.key(authority: signer()))
    let mesh = fleet.mesh
    mesh.run(for: 70_000)
    mesh.cut { first, second in first == 2 || second == 2 }
    let new = try Crew.key(2, epoch: 2, authority: signer())
    mesh.perform(
      try turn(mesh, 0) { core, now, dice throws(MeshError) in
        try core.exclude([[1]], lostSince: now, newKey: new, now: now, using: &dice)
      }, of: 0)
    mesh.run(for: 600_000)
    #expect(mesh.withNode(1) { $0.keyring.current.id } == new.id)
    #expect(mesh.withNode(2) { $0.keyring.current.id } != new.id)
    // The authority is gone for good; 1 and 2 meet anew.
    mesh.cut { first, second in first == 0 || second == 0 }
    mesh.connect(1, 2)
    mesh.run(for: 70_000)
    #expect(mesh.withNode(2) { $0.keyring.current.id } == new.id)
  }

  @Test func `After a restart nothing that was accepted before is accepted again`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let name = adversary.sender(try Crew.signer(9).publicKey)
    let frame = try adversary.frame([1], sender: name, sentAt: station.now)
    let effects = try station.hear(frame, from: &adversary)
    // What is to be kept comes before what is delivered.
    guard case .keep(let mission) = effects.first else {
      Issue.record("nothing to keep before the delivery")
      return
    }
    let restarted = try Station(mission: KeptMission(stored: mission.stored()))
    var second = Adversary()
    try restarted.admit(&second)
    #expect(Station.messages(try restarted.hear(frame, from: &second)).isEmpty)
    #expect(restarted.refused(.belowFloor) == 1)
    restarted.now += 11_000
    let later = try adversary.frame([2], sender: name, boot: 8, sentAt: restarted.now)
    #expect(Station.messages(try restarted.hear(later, from: &second)).count == 1)
  }
}
