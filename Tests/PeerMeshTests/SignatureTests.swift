import Foundation
import PeerMesh
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct SignatureTests {
  @Test(arguments: [MessageKind.emergency, .deletion, .chat])
  func `What harms when forged counts only with the signature of its device`(kind: MessageKind) throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let (victim, own) = (try Crew.signer(60), try Crew.signer(61))
    let name = adversary.sender(victim.publicKey)
    // Unsigned; signed by another device under the victim's name; claimed as signed.
    try station.hear(adversary.frame([1], kind: kind.rawValue, sender: name, sentAt: station.now), from: &adversary)
    try station.hear(
      adversary.frame([1], kind: kind.rawValue, sender: name, sentAt: station.now, signer: own), from: &adversary)
    try station.hear(
      adversary.frame(
        [UInt8](repeating: 1, count: 200), kind: kind.rawValue, sender: name, sentAt: station.now, flags: 1),
      from: &adversary)
    #expect(station.core.counters.delivered == 0)
    #expect([.unsigned, .senderMismatch, .signature].map(station.refused) == [1, 1, 1])
    let honest = try adversary.frame([1], kind: kind.rawValue, sender: name, sentAt: station.now, signer: victim)
    let messages = Station.messages(try station.hear(honest, from: &adversary))
    #expect(messages.map(\.origin) == [.device(victim.publicKey, nil)])
  }

  @Test func `A member who sends under another's name cannot silence what that device signs`() throws {
    let station = try Station()
    var adversary = Adversary()
    try station.admit(&adversary)
    let victim = try Crew.signer(60)
    let name = adversary.sender(victim.publicKey)
    try station.hear(
      adversary.frame([0], sender: name, boot: 3, sequence: 1 << 40, sentAt: station.now), from: &adversary)
    let emergency = try adversary.frame(
      [1], kind: MessageKind.emergency.rawValue, sender: name, boot: 3, sequence: 1, sentAt: station.now, signer: victim
    )
    #expect(Station.messages(try station.hear(emergency, from: &adversary)).map(\.body) == [[1]])
  }

  @Test func `An unsigned event names its sender as a claim only`() throws {
    let fleet = try Fleet.row(2, key: Crew.key())
    try fleet.mesh.send([1], as: .event, from: 0)
    try fleet.mesh.send([2], as: .chat, from: 0)
    fleet.mesh.run(for: 1_000)
    let origins = fleet.messages.map(\.message.origin)
    #expect(origins.count == 2)
    for origin in origins {
      switch origin {
      case .member(_, let claimed): #expect(claimed?.uid == "uid-0")
      case .device(_, let peer): #expect(peer?.uid == "uid-0")
      }
    }
  }

  @Test func `What comes says of its sender what a person confirmed or gave up since`() throws {
    let fleet = try Fleet.row(2, key: Crew.key())
    let id = try Crew.signer(0).publicKey.id
    func claimed() throws -> KnownPeer? {
      try fleet.mesh.send([1], as: .event, from: 0)
      fleet.mesh.run(for: 1_000)
      guard case .member(_, let claimed) = fleet.messages.last?.message.origin else { return nil }
      return claimed
    }
    #expect(try claimed()?.pinning == .firstContact)
    #expect(fleet.mesh.withNode(1) { $0.confirm(deviceID: id) })
    #expect(try claimed()?.pinning == .confirmed)
    #expect(fleet.mesh.withNode(1) { $0.forget(uid: "uid-0") })
    #expect(try claimed() == nil)
    #expect(fleet.messages.count == 3)
  }

  @Test func `A device with a P-256 key, as in a Secure Enclave, is believed as one with Ed25519`() throws {
    let fleet = try Fleet.crew(1, key: Crew.key())
    let signer = try EnclaveLikeSigner()
    _ = fleet.mesh.add(try Crew.device(1, signer: signer), mission: try Crew.mission(Crew.key()))
    fleet.mesh.connect(0, 1)
    fleet.mesh.run(for: 3_000)
    try fleet.mesh.send([5], as: .emergency, from: 1)
    fleet.mesh.run(for: 3_000)
    #expect(fleet.messages.map(\.message.body) == [[5]])
    #expect(fleet.mesh.withNode(0) { $0.peers.map(\.device) } == [signer.publicKey])
  }

  @Test func `A key of small order, under which anybody signs anything, is no device's`() throws {
    let ends: [(first: UInt8, rest: UInt8, last: UInt8)] = [
      (0, 0, 0), (1, 0, 0), (0xEC, 0xFF, 0x7F), (0xED, 0xFF, 0x7F), (0xEE, 0xFF, 0x7F),
    ]
    var points = ends.map { [$0.first] + [UInt8](repeating: $0.rest, count: 30) + [$0.last] }
    for text in [
      "JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/AU=", "xxdqcD1N2E+6PAt2DRBnDyogU/osOczGTsf9d5KsA3o=",
    ] { points.append(Array(try #require(Data(base64Encoded: text)))) }
    for point in points {
      for sign in [0, 0x80] as [UInt8] {
        let key = Array(point.dropLast()) + [point[31] | sign]
        #expect(throws: MeshError.publicKey) { try MeshDeviceKey(.ed25519, bytes: key) }
      }
    }
    // One bit beside the list is an ordinary key.
    #expect(try MeshDeviceKey(.ed25519, bytes: [2] + [UInt8](repeating: 0, count: 31)).bytes.first == 2)
  }

  @Test func `A uid or callsign stays with the key that came first, and people see who else claims it`() throws {
    for (uid, callsign) in [("uid-1", "Another"), ("uid-9", "Call-1"), ("uid-0", "New"), ("uid-9", "Call-0")] {
      let fleet = try Fleet.row(2, key: Crew.key())
      let liar = fleet.mesh.add(try Crew.device(9, uid: uid, callsign: callsign), mission: try Crew.mission(Crew.key()))
      fleet.mesh.connect(liar, 0)
      fleet.mesh.run(for: 5_000)
      let conflict = MeshNotice.identityConflict(uid: uid, callsign: callsign, device: try Crew.signer(9).publicKey)
      #expect(fleet.notices.contains { $0 == (0, conflict) })
      #expect(fleet.mesh.withNode(0) { $0.peers.map(\.uid) } == ["uid-1"])
    }
  }

  @Test func `A person can confirm a device and give up the name of one that was replaced`() throws {
    let fleet = try Fleet.row(2, key: Crew.key())
    let id = try Crew.signer(1).publicKey.id
    #expect(fleet.mesh.withNode(0) { $0.confirm(deviceID: id) })
    #expect(!fleet.mesh.withNode(0) { $0.confirm(deviceID: [1]) })
    #expect(fleet.mesh.withNode(0) { $0.peers.map(\.pinning) } == [.confirmed])
    _ = fleet.mesh.withNode(0) { $0.forget(uid: "uid-1") }
    let heir = fleet.mesh.add(
      try Crew.device(7, uid: "uid-1", callsign: "Call-1"), mission: try Crew.mission(Crew.key()))
    fleet.mesh.connect(heir, 0)
    fleet.mesh.run(for: 5_000)
    #expect(fleet.mesh.withNode(0) { $0.peers.map(\.device) } == [try Crew.signer(7).publicKey])
  }

  /// Believes a proof that is the statement itself with a mark in front: enough to see what a verifier is given.
  private struct Verifier: OnboardingVerifier {
    func verdict(on peer: KnownPeer, mission: String, now: MeshTime) async -> Verdict {
      let statement = OnboardingProof.statement(device: peer.device, uid: peer.uid, mission: mission)
      return peer.proof?.bytes == [42] + statement ? .holds : .fails("no proof for this device")
    }
  }

  @Test func `A statement of onboarding is of one device, one uid and one mission`() throws {
    var statements: Set<[UInt8]> = []
    for device in [try Crew.signer(1).publicKey, try Crew.signer(2).publicKey] {
      for (uid, mission) in [("a", "bc"), ("ab", "c"), ("a", "c"), ("ab", "bc")] {
        statements.insert(OnboardingProof.statement(device: device, uid: uid, mission: mission))
      }
    }
    #expect(statements.count == 8)
  }

  @Test func `Onboarding is proven end to end and never claimed`() async throws {
    let key = try Crew.key()
    let statement = OnboardingProof.statement(device: try Crew.signer(2).publicKey, uid: "uid-2", mission: key.mission)
    let proof = try OnboardingProof([42] + statement)
    let fleet = try Fleet.crew(2, key: key)
    // Node 2 is onboarded and two links away; node 3 shows node 2's proof as its own; node 1 shows none.
    _ = fleet.mesh.add(try Crew.device(2, proof: proof), mission: try Crew.mission(key))
    _ = fleet.mesh.add(try Crew.device(3, proof: proof), mission: try Crew.mission(key))
    for (first, second) in [(0, 1), (1, 2), (1, 3)] { fleet.mesh.connect(first, second) }
    fleet.mesh.run(for: 70_000)
    let peers = fleet.mesh.withNode(0) { $0.peers }
    #expect(Set(peers.map(\.uid)) == ["uid-1", "uid-2", "uid-3"])
    for peer in peers {
      let verdict = await Verifier().verdict(on: peer, mission: key.mission, now: Crew.start)
      #expect((verdict == .holds) == (peer.uid == "uid-2"))
    }
  }
}
