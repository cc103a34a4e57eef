import CursorOnTarget
import Foundation
import NetworkTrust
import PeerMesh
import Redaction
import SecurityPolicy
import SecurityTesting
import TakGateway
import Testing

/// Peers are met over the mesh's own protocol, so that what the bridge sees is what a node hands out.
@Suite(.timeLimit(.minutes(15))) struct MeshBridgeTests {
  private static let start: MeshTime = 1_800_000_000_000
  private static let dates = (
    Date(timeIntervalSince1970: 1_799_000_000), Date(timeIntervalSince1970: 1_801_000_000)
  )
  private let authority: TestAuthority

  init() throws {
    authority = try TestAuthority(name: "TAK", notBefore: Self.dates.0, notAfter: Self.dates.1)
  }

  private func identity(
    _ authority: TestAuthority, _ usages: [TestUsage] = [.clientAuth], from: Date = Self.dates.0,
    until: Date = Self.dates.1, over issuers: [[UInt8]] = []
  ) throws -> ClientIdentity {
    var leaf = TestAuthority.Leaf(notBefore: from, notAfter: until)
    leaf.extendedKeyUsages = usages.map(\.usage)
    let issued = try authority.issue(leaf)
    let text = issued.privateKeyPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let der = try #require(Data(base64Encoded: text))
    return try ClientIdentity(
      certificates: [issued.certificateDER] + issuers,
      key: .exportable(PrivateKeyDER(reading: Secret(copying: Array(der)))))
  }

  private var server: TakServer {
    get throws {
      TakServer(endpoint: try Endpoint("https://tak.example:8089"), authorities: [authority.certificateDER])
    }
  }

  private func bridge(
    teams: Set<String>? = nil, rate: Rate = Rate(perSecond: 1, burst: 20), proofRate: Rate = MeshBridge.proofRate
  ) throws -> MeshBridge {
    MeshBridge(
      rules: try BridgeRules(ownUIDs: [CoTLine("BRIDGE")], tag: "mantlet-test"), onboarding: TakOnboarding(try server),
      mission: "Rescue", teams: teams, rate: rate, proofRate: proofRate)
  }

  private func signer(_ number: UInt8) throws -> SoftwareSigner {
    try SoftwareSigner(Secret(copying: [UInt8](repeating: number, count: 32)))
  }

  private func proof(
    _ identity: ClientIdentity, signer: SoftwareSigner, uid: String = "uid-1", mission: String = "Rescue"
  ) async throws -> OnboardingProof {
    try await TakOnboarding.proof(by: identity, device: signer.publicKey, uid: uid, mission: mission)
  }

  private func node(
    _ number: UInt8, uid: String, signer: SoftwareSigner, proof: OnboardingProof?
  ) throws -> MeshNode {
    let device = try MeshDevice(
      signer: signer, agreementSecret: Secret(copying: [UInt8](repeating: number + 100, count: 32)), uid: uid,
      callsign: "Call " + uid, team: "Cyan", proof: proof)
    let key = try MeshKey(Secret(copying: [UInt8](repeating: 7, count: 32)), mission: "Rescue", epoch: 1)
    return MeshNode(
      device: device, mission: KeptMission(keyring: try MeshKeyring(key)), store: InMemoryMeshKeyStore(),
      now: { Self.start }, random: { .random(in: .min ... .max) })
  }

  /// What the bridge's node hands out after a peer sent this.
  private func message(
    _ body: [UInt8], as kind: MessageKind = .event, uid: String = "uid-1", signer: SoftwareSigner,
    proof: OnboardingProof?, link: LinkID = LinkID(1)
  ) async throws -> MeshMessage {
    let peer = try node(1, uid: uid, signer: signer, proof: proof)
    let own = try node(2, uid: "BRIDGE", signer: self.signer(200), proof: nil)
    let (first, second) = InMemoryLink.pair(id: link, binding: [1])
    await own.attach(second)
    await peer.attach(first)
    for await effect in own.events {
      if case .peer = effect { try await peer.send(body, as: kind) }
      if case .deliver(let message) = effect { return message }
    }
    throw MeshError.linkClosed
  }

  private func event(
    _ uid: String = "uid-1", type: String = "a-f-G-U-C", callsign: String = "Call uid-1", at time: MeshTime = start
  ) throws -> [UInt8] {
    let time = try CoTTime(millisecondsSince1970: time)
    var event = try CoTEvent(
      uid: CoTLine(uid), type: CoTType(type), how: .gps, time: time, stale: time.advanced(milliseconds: 60_000),
      point: CoTPoint(latitude: 1, longitude: 2))
    event.detail.contact = CoTContact(callsign: try CoTLine(callsign))
    return try CoTWriter().bytes(event)
  }

  @Test func `A proven peer's position passes, written anew and tagged`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let message = try await message(event(), signer: signer, proof: proof)
    let passed = try await bridge().toServer(message, now: Self.start).event
    #expect(passed.uid.description == "uid-1")
    #expect(passed.detail.others.contains { $0.name == "_flow-tags_" })
  }

  @Test func `Who only says that they are onboarded does not pass, however they try`() async throws {
    let (signer, thief) = (try signer(1), try signer(2))
    let mine = try identity(authority)
    let other = try TestAuthority(name: "TAK", notBefore: Self.dates.0, notAfter: Self.dates.1)
    var proofs: [OnboardingProof?] = [nil, try OnboardingProof(Array("onboarded:true".utf8))]
    proofs.append(try await proof(identity(other), signer: signer))
    proofs.append(try await proof(identity(authority, [.serverAuth]), signer: signer))
    proofs.append(
      try await proof(
        identity(authority, until: Date(timeIntervalSince1970: 1_799_900_000)), signer: signer))
    proofs.append(try await proof(mine, signer: thief))
    proofs.append(try await proof(mine, signer: signer, uid: "uid-2"))
    proofs.append(try await proof(mine, signer: signer, mission: "Other"))
    for proof in proofs {
      // Without a proof positions are not signed at all; an emergency always is.
      let message = try await message(event(type: "b-a-o-tbl"), as: .emergency, signer: signer, proof: proof)
      await #expect(throws: BridgeKeep.notOnboarded) { try await bridge().toServer(message, now: Self.start) }
    }
  }

  @Test func `A position that any member may have written does not pass`() async throws {
    let message = try await message(event(), signer: signer(1), proof: nil)
    await #expect(throws: BridgeKeep.unsigned) { try await bridge().toServer(message, now: Self.start) }
  }

  @Test func `A proof that was judged for one uid lets no other one pass, not even at once`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let bridge = try bridge()
    let own = try await message(event(), signer: signer, proof: proof)
    _ = try await bridge.toServer(own, now: Self.start)
    // The bridge's node has forgotten the device, which announces itself under another name.
    let other = try await message(
      event("uid-2", callsign: "Call uid-2"), uid: "uid-2", signer: signer, proof: proof)
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(other, now: Self.start) }
    // That it was refused there takes nothing from it here.
    _ = try await bridge.toServer(own, now: Self.start)
  }

  @Test func `One certificate speaks for one device`() async throws {
    let identity = try identity(authority)
    let (first, second) = (try signer(1), try signer(2))
    let bridge = try bridge()
    let one = try await message(event(), signer: first, proof: proof(identity, signer: first))
    _ = try await bridge.toServer(one, now: Self.start)
    let body = try event("uid-2", callsign: "Call uid-2")
    let two = try await message(
      body, uid: "uid-2", signer: second, proof: proof(identity, signer: second, uid: "uid-2"))
    await #expect(throws: BridgeKeep.certificateElsewhere) { try await bridge.toServer(two, now: Self.start) }
  }

  @Test func `All certificates of one client speak for one device and have one budget`() async throws {
    let (first, second, third) = (try signer(1), try signer(2), try signer(3))
    let bridge = try bridge(rate: Rate(perSecond: 0, burst: 1))
    // What a code of enrolment gives that can be used again: one name, and each time another key.
    let one = try await message(event(), signer: first, proof: proof(identity(authority), signer: first))
    let again = try await message(event(), signer: first, proof: proof(identity(authority), signer: first))
    let two = try await message(
      event("uid-2", callsign: "Call uid-2"), uid: "uid-2", signer: second,
      proof: proof(identity(authority), signer: second, uid: "uid-2"))
    _ = try await bridge.toServer(one, now: Self.start)
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(again, now: Self.start) }
    await #expect(throws: BridgeKeep.certificateElsewhere) { try await bridge.toServer(two, now: Self.start) }
    // The same common name by another authority is another client.
    let branch = try authority.issuer(name: "TAK 2", notBefore: Self.dates.0, notAfter: Self.dates.1)
    let other = try identity(branch, over: [branch.certificateDER])
    let three = try await message(
      event("uid-3", callsign: "Call uid-3"), uid: "uid-3", signer: third,
      proof: proof(other, signer: third, uid: "uid-3"))
    _ = try await bridge.toServer(three, now: Self.start)
  }

  @Test func `Foreign uids, commands, two events in one and our own name stay`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let bridge = try bridge()
    for (body, reason) in [
      (try event("uid-9"), BridgeKeep.refused(.foreignUID)), (try event("BRIDGE"), .refused(.ownUID)),
      (try event(type: "t-x-d-d"), .refused(.typeNotAllowed)),
      (try event(type: "t-x-takp-q"), .refused(.typeNotAllowed)),
      (try event(callsign: "Somebody"), .refused(.foreignCallsign)),
    ] {
      let message = try await message(body, signer: signer, proof: proof)
      await #expect(throws: reason) { try await bridge.toServer(message, now: Self.start) }
    }
    let double = try await message(event() + event(), signer: signer, proof: proof)
    do {
      _ = try await bridge.toServer(double, now: Self.start)
      Issue.record("two events passed as one")
    } catch {
      guard case BridgeKeep.unreadable = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `A peer has a budget, and time fills it`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let message = try await message(event(), signer: signer, proof: proof)
    let bridge = try bridge(rate: Rate(perSecond: 1, burst: 3))
    for _ in 0..<3 { _ = try await bridge.toServer(message, now: Self.start) }
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(message, now: Self.start) }
    _ = try await bridge.toServer(message, now: Self.start + 1000)
  }

  @Test func `A clock that is set back stops no bridge, neither way, emergencies included`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let bridge = try bridge(rate: Rate(perSecond: 1, burst: 3))
    let (back, later) = (Self.start - 3_600_000, Self.start - 3_590_000)
    func spend(at now: MeshTime) async throws {
      let position = try await message(event(at: now), signer: signer, proof: proof)
      let call = try await message(event(type: "b-a-o-tbl", at: now), as: .emergency, signer: signer, proof: proof)
      for message in [position, call] {
        for _ in 0..<100 {
          do { _ = try await bridge.toServer(message, now: now) } catch { #expect(error == BridgeKeep.overBudget) }
        }
        await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(message, now: now) }
      }
      for type in ["a-f-G-U-C", "b-a-o-tbl"] {
        for number in 0..<100 {
          _ = try? await bridge.toMesh(relayed("\(now)-\(number)", type: type, at: now), now: now)
        }
        await #expect(throws: BridgeKeep.serverOverBudget) {
          try await bridge.toMesh(relayed("\(now)-last", type: type, at: now), now: now)
        }
      }
    }
    try await spend(at: Self.start)
    // Something comes while the clock is back, so that the budgets see it.
    for type in ["a-f-G-U-C", "b-a-o-tbl"] {
      _ = try? await bridge.toMesh(relayed("back", type: type, at: back), now: back)
      let message = try await message(
        event(type: type, at: back), as: type == "b-a-o-tbl" ? .emergency : .event, signer: signer, proof: proof)
      _ = try? await bridge.toServer(message, now: back)
    }
    for type in ["a-f-G-U-C", "b-a-o-tbl"] {
      let kind: MessageKind = type == "b-a-o-tbl" ? .emergency : .event
      let message = try await message(event(type: type, at: later), as: kind, signer: signer, proof: proof)
      _ = try await bridge.toServer(message, now: later)
      #expect(try await bridge.toMesh(relayed("later-\(type)", type: type, at: later), now: later).kind == kind)
    }
  }

  @Test func `A clock that is set back keeps no peer in: the proof is judged again`() async throws {
    let signer = try signer(1)
    let young = try identity(authority, from: Date(timeIntervalSince1970: Double(Self.start) / 1000))
    let proof = try await proof(young, signer: signer)
    let bridge = try bridge()
    _ = try await bridge.toServer(message(event(), signer: signer, proof: proof), now: Self.start)
    // The certificate was not valid then.
    let before = Self.start - 3_600_000
    let again = try await message(event(at: before), signer: signer, proof: proof)
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(again, now: before) }
  }

  @Test func `Neither another proof nor another device of one certificate begins a new budget`() async throws {
    let identity = try identity(authority)
    let (first, second) = (try signer(1), try signer(2))
    let good = try await message(event(), signer: first, proof: proof(identity, signer: first))
    var garbage: [MeshMessage] = []
    for number in 8..<10 as Range<UInt8> {
      garbage.append(try await message(event(), signer: first, proof: OnboardingProof([1, 1, 0, 1, number, 1])))
    }
    let other = try await message(
      event("uid-2", callsign: "Call uid-2"), uid: "uid-2", signer: second,
      proof: proof(identity, signer: second, uid: "uid-2"))
    let bridge = try bridge(rate: Rate(perSecond: 0, burst: 1))
    _ = try await bridge.toServer(good, now: Self.start)
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(good, now: Self.start) }
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(garbage[0], now: Self.start) }
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(good, now: Self.start) }
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(garbage[1], now: Self.start) }
    // The certificate is free, its budget is not.
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(other, now: Self.start) }
  }

  @Test func `What one uid of the server calls for leaves room for others, and all of it for the bridge's own`()
    async throws
  {
    let bridge = try bridge()
    func passes(_ uid: String, at now: MeshTime) async throws -> Bool {
      do {
        return try await bridge.toMesh(relayed(uid, type: "b-a-o-tbl", at: now), now: now).kind == .emergency
      } catch {
        #expect(error as? BridgeKeep == .serverOverBudget)
        return false
      }
    }
    var passed = 0
    for number in 0..<50 { passed += try await passes("LOUD", at: Self.start + MeshTime(number)) ? 1 : 0 }
    #expect(passed == 2)
    #expect(try await passes("HONEST", at: Self.start + 50))
    // One client by any number of names, for two minutes, held against what a node takes of one sender.
    let taken = MeshLimits().emergencies
    var (left, lowest) = (Double(taken.burst) - 3, Double(taken.burst))
    for second in 1...120 {
      left = min(Double(taken.burst), left + Double(taken.perSecond))
      for number in 0..<20 where try await passes("\(second)-\(number)", at: Self.start + MeshTime(second) * 1_000) {
        left -= 1
      }
      lowest = min(lowest, left)
    }
    #expect(lowest >= 4)
  }

  @Test func `Teams are looked at after the proof`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let message = try await message(event(), signer: signer, proof: proof)
    await #expect(throws: BridgeKeep.foreignTeam) {
      try await bridge(teams: ["Red"]).toServer(message, now: Self.start)
    }
    _ = try await bridge(teams: ["Cyan"]).toServer(message, now: Self.start)
    // Whoever proves nothing does not learn which teams pass.
    let unproven = try await self.message(event(type: "b-a-o-tbl"), as: .emergency, signer: signer, proof: nil)
    await #expect(throws: BridgeKeep.notOnboarded) {
      try await bridge(teams: ["Red"]).toServer(unproven, now: Self.start)
    }
  }

  @Test(arguments: [
    ("a-f-G-U-C", MessageKind.emergency), ("a-f-G-U-C", .chat), ("b-a-o-tbl", .event), ("b-a-o-tbl", .chat),
  ])
  func `An event that is sent as another kind of message than it is does not pass`(
    type: String, kind: MessageKind
  ) async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let message = try await message(event(type: type), as: kind, signer: signer, proof: proof)
    await #expect(throws: BridgeKeep.otherKind) { try await bridge().toServer(message, now: Self.start) }
  }

  @Test func `One neighbour makes the bridge judge so many proofs, and others still have theirs`() async throws {
    let bridge = try bridge(proofRate: Rate(perSecond: 0, burst: 3))
    let identity = try identity(authority)
    for number in 0..<3 as Range<UInt8> {
      let bad = try OnboardingProof([1, 1, 0, 1, number, 1])
      let message = try await message(event(), signer: signer(10 + number), proof: bad)
      await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(message, now: Self.start) }
    }
    let signer = try signer(1)
    let proof = try await proof(identity, signer: signer)
    let starved = try await message(event(), signer: signer, proof: proof)
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(starved, now: Self.start) }
    let other = try await message(event(), signer: signer, proof: proof, link: LinkID(2))
    _ = try await bridge.toServer(other, now: Self.start)
    // Who is admitted needs no judgement on any link.
    _ = try await bridge.toServer(starved, now: Self.start)
  }

  @Test func `A refused proof is not judged again for a minute; another one of the same device is`() async throws {
    let later = Date(timeIntervalSince1970: Double(Self.start) / 1000 + 1)
    let (bridge, signer) = (try bridge(), try signer(1))
    let early = try await proof(identity(authority, from: later), signer: signer)
    let message = try await message(event(at: Self.start + 30_000), signer: signer, proof: early)
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(message, now: Self.start) }
    // Valid by now, but not looked at.
    await #expect(throws: BridgeKeep.notOnboarded) { try await bridge.toServer(message, now: Self.start + 2_000) }
    let good = try await self.message(event(), signer: signer, proof: proof(identity(authority), signer: signer))
    _ = try await bridge.toServer(good, now: Self.start + 2_000)
    let again = try self.bridge()
    await #expect(throws: BridgeKeep.notOnboarded) { try await again.toServer(message, now: Self.start) }
    _ = try await again.toServer(message, now: Self.start + 60_001)
  }

  @Test func `A peer whose positions are over budget can still call for help`() async throws {
    let (bridge, signer) = (try bridge(rate: Rate(perSecond: 0, burst: 1)), try signer(1))
    let proof = try await proof(identity(authority), signer: signer)
    let position = try await message(event(), signer: signer, proof: proof)
    _ = try await bridge.toServer(position, now: Self.start)
    await #expect(throws: BridgeKeep.overBudget) { try await bridge.toServer(position, now: Self.start) }
    let call = try await message(event(type: "b-a-o-tbl"), as: .emergency, signer: signer, proof: proof)
    _ = try await bridge.toServer(call, now: Self.start)
  }

  /// What the server sends.
  private func relayed(
    _ uid: String, type: String = "a-f-G-U-C", callsign: String? = nil, at time: MeshTime = start
  ) throws -> CoTEvent {
    try CoTReader().read(event(uid, type: type, callsign: callsign ?? "Call " + uid, at: time))
  }

  @Test func `A server's flood stops at what a mesh can carry, and emergencies still pass`() async throws {
    let bridge = try bridge()
    var passed = 0
    for number in 0..<500 {
      do {
        _ = try await bridge.toMesh(relayed("S-\(number)"), now: Self.start)
        passed += 1
      } catch { #expect(error as? BridgeKeep == .serverOverBudget) }
    }
    #expect(passed == MeshBridge.serverRate.burst)
    #expect(try await bridge.toMesh(relayed("S-1-9-1-1", type: "b-a-o-tbl"), now: Self.start).kind == .emergency)
    // Names of the server are its own although they did not pass.
    let later = try relayed("S-500", at: Self.start + 1_000)
    #expect(try await bridge.toMesh(later, now: Self.start + 1_000).kind == .event)
  }

  @Test func `What a server replays to a new connection does not pass again`() async throws {
    let bridge = try bridge()
    _ = try await bridge.toMesh(relayed("S"), now: Self.start)
    await #expect(throws: BridgeKeep.repeated) { try await bridge.toMesh(relayed("S"), now: Self.start + 30_000) }
    _ = try await bridge.toMesh(relayed("S", at: Self.start + 30_000), now: Self.start + 30_000)
    await #expect(throws: BridgeKeep.refused(.expired)) {
      try await bridge.toMesh(relayed("S"), now: Self.start + 61_000)
    }
  }

  @Test func `What came from the mesh does not come back`() async throws {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let message = try await message(event(), signer: signer, proof: proof)
    let bridge = try bridge()
    _ = try await bridge.toServer(message, now: Self.start)
    // Also where the server dropped the tag.
    let back = try CoTReader().read(event())
    await #expect(throws: BridgeKeep.refused(.echo)) { try await bridge.toMesh(back, now: Self.start) }
    #expect(await bridge.takeDisputedUIDs().isEmpty)
  }

  @Test func `A callsign that the server shows under another uid does not pass, unless first or in an emergency`()
    async throws
  {
    let signer = try signer(1)
    let proof = try await proof(identity(authority), signer: signer)
    let position = try await message(event(), signer: signer, proof: proof)
    let call = try await message(event(type: "b-a-o-tbl"), as: .emergency, signer: signer, proof: proof)
    let theirs = try relayed("OTHER", callsign: "CALL UID-1")
    let (late, early) = (try bridge(), try bridge())
    _ = try await late.toMesh(theirs, now: Self.start)
    for message in [position, call, position] {
      guard message.kind == .event else {
        _ = try await late.toServer(message, now: Self.start)
        continue
      }
      await #expect(throws: BridgeKeep.refused(.callsignKnownToServer)) {
        try await late.toServer(message, now: Self.start)
      }
    }
    // Forgotten with the event that showed it.
    let end = Self.start + 61_000
    let after = try await message(event(at: end), signer: signer, proof: proof)
    _ = try await late.toServer(after, now: end)
    // Who spoke first keeps it.
    _ = try await early.toServer(position, now: Self.start)
    _ = try await early.toMesh(theirs, now: Self.start)
    _ = try await early.toServer(position, now: Self.start)
  }
}
