import Crypto
import Foundation
import PeerMesh
import SecurityTesting
import Synchronization
import Testing

@Suite struct ExclusionTests {
  private func authority() throws -> SoftwareSigner { try Crew.signer(0) }

  private func key(_ epoch: UInt32) throws -> MeshKey {
    try Crew.key(Int(epoch), epoch: epoch, authority: authority().publicKey)
  }

  /// Node 0 excludes a device that nobody has met.
  private func exclude(_ fleet: Fleet) throws {
    let (mesh, key) = (fleet.mesh, try key(2))
    let effects: Result<[MeshEffect], MeshError> = mesh.withNode(0) { core in
      do throws(MeshError) {
        return .success(
          try core.exclude([[9]], lostSince: mesh.now, newKey: key, now: mesh.now, using: &mesh.generator))
      } catch { return .failure(error) }
    }
    mesh.perform(try effects.get(), of: 0)
  }

  private func isTurned(_ fleet: Fleet, _ node: Int) throws -> Bool {
    let key = try key(2)
    return fleet.mesh.withNode(node) { $0.keyring.current.id == key.id }
  }

  /// The authority's key, which stops signing when a test says so.
  private final class TiredSigner: MeshSigner {
    let left = Mutex<Int?>(nil)
    private let signer: SoftwareSigner
    var publicKey: MeshDeviceKey { signer.publicKey }

    init(_ signer: SoftwareSigner) { self.signer = signer }

    func signature(over message: [UInt8]) throws(MeshError) -> [UInt8] {
      let isTired = left.withLock { left in
        defer { left = left.map { $0 - 1 } }
        return left == 0
      }
      if isTired { throw .signing(-25308) }
      return try signer.signature(over: message)
    }
  }

  @Test func `An exclusion whose signing fails in between turns nobody, and the next one everybody`() throws {
    let (fleet, signer) = (Fleet(), TiredSigner(try authority()))
    let mesh = fleet.mesh
    for number in 0..<4 {
      let device = try Crew.device(number, signer: number == 0 ? signer : nil)
      _ = mesh.add(device, mission: try Crew.mission(key(1)), limits: MeshLimits())
    }
    for number in 1..<4 { mesh.connect(0, number) }
    mesh.run(for: 70_000)
    #expect(mesh.withNode(0) { $0.peers.count } == 3)
    signer.left.withLock { $0 = 1 }
    #expect(throws: MeshError.signing(-25308)) { try exclude(fleet) }
    signer.left.withLock { $0 = nil }
    mesh.run(for: 5_000)
    for number in 0..<4 { #expect(try !isTurned(fleet, number)) }
    try exclude(fleet)
    mesh.run(for: 5_000)
    for number in 0..<4 { #expect(try isTurned(fleet, number)) }
  }

  @Test func `The new key is sealed to each device alone, and the old key opens nothing of it`() throws {
    let station = try Station(mission: Crew.mission(key(1)))
    var lost = Adversary()
    try station.admit(&lost)
    for number in [8, 9] {
      station.now += 1
      try station.hear(lost.announcement(number, at: station.now), from: &lost)
    }
    station.now += 1
    let (now, new) = (station.now, try key(2))
    var effects: [MeshEffect] = []
    try station.perform { core, dice in
      effects = try core.exclude([[1]], lostSince: now, newKey: new, now: now, using: &dice)
    }
    let frames = try Station.datagrams(effects).filter { $0.first == 3 }.map { try lost.opened($0) }
      .filter { $0.first == 1 && $0[3] == MessageKind.exclusion.rawValue }.map { Array($0.dropFirst(2)) }
    #expect(frames.count == 2)
    let secret = Crew.bytes("key 2")
    func holdsSecret(_ bytes: some Collection<UInt8>) -> Bool {
      let bytes = Array(bytes)
      return bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }
    // Signed by the authority: its key 33, the signature 64; then the recipient 16, RFC 9180's encapsulated key 32, the record.
    let bodies = try frames.map { try Array(lost.content(of: $0).dropFirst(97)) }
    for (body, frame) in zip(bodies, frames) {
      #expect(Array(frame[3..<11]) == lost.keyID && !holdsSecret(body))
    }
    for number in [8, 9] {
      let id = try Crew.signer(number).publicKey.id
      let body = try #require(bodies.first { $0.starts(with: id) })
      let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Crew.bytes("agreement \(number)"))
      func opened(info: [UInt8]) throws -> Data {
        var recipient = try HPKE.Recipient(
          privateKey: key,
          ciphersuite: HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256),
          info: Data(info),
          encapsulatedKey: Data(body[16..<48]))
        return try recipient.open(Data(body[48...]))
      }
      let info = Array("mantlet mesh 1 exclusion".utf8) + lost.keyID
      #expect(holdsSecret(try opened(info: info + id)))
      #expect(throws: (any Error).self) { try opened(info: info) }
    }
  }

  @Test func `A lost phone's emergencies do not push an exclusion out of what is kept`() throws {
    var limits = MeshLimits()
    limits.emergencies = Rate(perSecond: 1_000, burst: 1_000)
    let fleet = try Fleet.row(3, key: key(1), limits: limits)
    let mesh = fleet.mesh
    mesh.run(for: 70_000)
    mesh.cut { first, second in first == 2 || second == 2 }
    for number in 0..<128 as Range<UInt8> { try mesh.send([number], as: .emergency, from: 1) }
    mesh.run(for: 5_000)
    #expect(fleet.bodies(of: 0).count == 128)
    try exclude(fleet)
    mesh.run(for: 5_000)
    #expect(try isTurned(fleet, 1))
    #expect(try !isTurned(fleet, 2))
    // The authority is gone; the one that was away meets the other.
    mesh.cut { first, second in first == 0 || second == 0 }
    mesh.connect(1, 2)
    mesh.run(for: 70_000)
    #expect(try isTurned(fleet, 2))
  }

  @Test func `Each of 300 members gets its key from a neighbour, whoever that key was sealed for first`() throws {
    let fleet = try Fleet.crew(302, key: key(1))
    let mesh = fleet.mesh
    for first in stride(from: 2, to: 302, by: 50) {
      let links = (first..<first + 50).map { mesh.connect(0, $0) }
      mesh.run(for: 2_000)
      for link in links { mesh.disconnect(link) }
    }
    mesh.connect(0, 1)
    mesh.run(for: 2_000)
    #expect(mesh.withNode(0) { $0.peers.count } == 301)
    try exclude(fleet)
    mesh.run(for: 10_000)
    #expect(try isTurned(fleet, 1) && fleet.refused(.senderBudget, by: 1) == 0)
    mesh.cut { first, second in first == 0 || second == 0 }
    // In the order of their names: the first, one of the middle and the last.
    for node in [10, 190, 99] { mesh.connect(1, node) }
    mesh.run(for: 30_000)
    for node in [10, 190, 99] { #expect(try isTurned(fleet, node)) }
  }

  @Test func `An exclusion goes before emergencies that wait, and finds room among them`() throws {
    var limits = MeshLimits()
    limits.emergencies = Rate(perSecond: 1_000, burst: 1_000)
    let station = try Station(1, mission: Crew.mission(key(1)), limits: limits)
    var (flood, listener) = (Adversary(), Adversary())
    try station.admit(&flood)
    try station.admit(&listener, link: LinkID(2))
    let liar = try Crew.signer(9)
    for number in 0..<300 as Range<UInt64> {
      try station.hear(
        flood.frame(
          [1], kind: MessageKind.emergency.rawValue, sender: flood.sender(liar.publicKey), sequence: number,
          sentAt: station.now, signer: liar), from: &flood)
    }
    let exclusion = try flood.frame(
      [UInt8](repeating: 1, count: 100), kind: MessageKind.exclusion.rawValue,
      sender: flood.sender(authority().publicKey), sentAt: station.now, signer: authority())
    try station.hear(exclusion, from: &flood)
    station.now += 150
    let frames = try Station.datagrams(try station.feed(.tick)).map { Array(try listener.opened($0).dropFirst(2)) }
    // Of one sender an eighth of the queue.
    #expect(frames.count == 33 && frames.first == exclusion)
  }

  @Test func `The authority's new key needs no place in a full table, and takes one once`() throws {
    var limits = MeshLimits()
    limits.senders = 8
    let station = try Station(1, mission: Crew.mission(key(1)), limits: limits)
    var (first, second) = (Adversary(), Adversary())
    try station.admit(&first)
    try station.admit(&second, link: LinkID(2))
    for number in 0..<8 as Range<UInt64> {
      try station.hear(first.frame([1], sender: Adversary.big(number), sentAt: station.now), from: &first)
      try station.hear(
        second.frame([1], sender: Adversary.big(number + 8), sentAt: station.now), from: &second, link: LinkID(2))
    }
    #expect(station.core.knownStreams == 8 && station.refused(.tooManySenders) == 8)
    let (relayed, body) = (station.core.counters.relayed, [UInt8](repeating: 1, count: 100))
    let (kind, name) = (MessageKind.exclusion.rawValue, try first.sender(authority().publicKey))
    // In the authority's name without its key: no place.
    try station.hear(
      first.frame(body, kind: kind, sender: name, sentAt: station.now, signer: Crew.signer(9)), from: &first)
    #expect(station.core.knownStreams == 8 && station.refused(.senderMismatch) == 1)
    let exclusion = try first.frame(body, kind: kind, sender: name, sentAt: station.now, signer: authority())
    for _ in 0..<3 { try station.hear(exclusion, from: &first) }
    #expect(station.core.knownStreams == 9 && station.core.counters.relayed == relayed + 1)
    #expect(station.refused(.replayed) == 2 && station.refused(.tooManySenders) == 8)
  }

  @Test func `New keys of anybody but the authority are neither passed on nor kept`() throws {
    let station = try Station(1, mission: Crew.mission(key(1)))
    var (liar, listener) = (Adversary(), Adversary())
    try station.admit(&liar)
    try station.admit(&listener, link: LinkID(2))
    let signer = try Crew.signer(9)
    try station.hear(
      liar.frame(
        [UInt8](repeating: 1, count: 100), kind: MessageKind.exclusion.rawValue, sender: liar.sender(signer.publicKey),
        sentAt: station.now, signer: signer), from: &liar)
    station.now += 150
    #expect(Station.datagrams(try station.feed(.tick)).isEmpty)
    #expect(station.refused(.notTheAuthority) == 1 && station.core.counters.relayed == 0)
  }

  @Test func `Links under a key in wrong hands make room for those under the new one`() throws {
    var limits = MeshLimits()
    limits.links = 8
    let station = try Station(mission: Crew.mission(key(1)), limits: limits)
    for number in 1...8 as ClosedRange<UInt64> {
      var lost = Adversary()
      try station.admit(&lost, link: LinkID(number))
    }
    let (now, key) = (station.now, try key(2))
    try station.perform { core, dice in
      _ = try core.exclude([[9]], lostSince: now, newKey: key, now: now, using: &dice)
    }
    var member = Adversary(key: 2, epoch: 2)
    try station.admit(&member, link: LinkID(100))
    #expect(station.core.provenLinks == (2...8).map { LinkID($0) } + [LinkID(100)])
  }

  @Test func `Senders that a lost device invented keep nobody out once it is excluded`() throws {
    var limits = MeshLimits()
    limits.senders = 8
    let station = try Station(mission: Crew.mission(key(1)), limits: limits)
    let neighbour: [UInt8] = [10, 0, 0, 1]
    var lost = Adversary()
    try station.admit(&lost, neighbour: neighbour)
    for number in 0..<8 as Range<UInt64> {
      try station.hear(lost.frame([1], sender: Adversary.big(number), sentAt: station.now + 60_000), from: &lost)
    }
    #expect(station.core.knownStreams == 4 && station.refused(.tooManySenders) == 4)
    let (now, key) = (station.now, try key(2))
    try station.perform { core, dice in
      _ = try core.exclude([[9]], lostSince: now, newKey: key, now: now, using: &dice)
    }
    #expect(station.core.knownStreams == 0)
    var member = Adversary(key: 2, epoch: 2)
    try station.admit(&member, link: LinkID(2), neighbour: neighbour)
    let name = try member.sender(Crew.signer(8).publicKey)
    let frame = try member.frame([7], sender: name, sentAt: station.now)
    #expect(Station.messages(try station.hear(frame, from: &member, link: LinkID(2))).map(\.body) == [[7]])
  }

  @Test func `What was kept under a key in wrong hands is offered to nobody any more`() throws {
    let station = try Station(mission: Crew.mission(key(1)))
    try station.feed(.send(.emergency, [1]))
    let (now, key) = (station.now, try key(2))
    try station.perform { core, dice in
      _ = try core.exclude([[9]], lostSince: now, newKey: key, now: now, using: &dice)
    }
    try station.feed(.send(.emergency, [2]))
    var member = Adversary(key: 2, epoch: 2)
    let before = station.effects.count
    try station.admit(&member)
    let kinds = try Station.datagrams(Array(station.effects.dropFirst(before))).filter { $0[0] == 3 }
      .map { try member.opened($0) }.filter { $0[0] == 1 }.map { $0[3] }
    #expect(kinds.filter { $0 == MessageKind.emergency.rawValue }.count == 1)
  }
}
