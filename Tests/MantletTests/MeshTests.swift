import DataLifecycle
import Mantlet
import PeerMesh
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// The façade's mesh: where its keys lie, and what ends them.
@Suite(.timeLimit(.minutes(15))) struct MeshTests {
  private let ada = MeshMember(callsign: "Ada", team: "Cyan")

  private func key(_ mission: String = "Rescue", epoch: UInt32 = 1) throws -> MeshKey {
    var dice = SystemRandomNumberGenerator()
    return try MeshKey.random(mission: mission, epoch: epoch, using: &dice)
  }

  @Test func `A key that may not send now is not taken over`() async throws {
    let shield = try await Stage().shield
    var dice = SystemRandomNumberGenerator()
    let early = try MeshKey.random(mission: "Rescue", notBefore: .max, using: &dice)
    let late = try MeshKey.random(mission: "Rescue", notAfter: 1, using: &dice)
    await #expect(throws: ShieldError.mesh(.keyNotYetValid)) { try await shield.joinMission(early) }
    await #expect(throws: ShieldError.mesh(.keyExpired)) { try await shield.joinMission(late) }
    #expect(try await shield.mesh(as: ada) == nil)
  }

  private func signIn(_ stage: Stage, _ user: String = "ada") async throws {
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  private func meshNames(_ stage: Stage) async -> [String] {
    await stage.secrets.names().map(\.text).filter { $0.hasPrefix("mesh.") }.sorted()
  }

  private func kept(_ stage: Stage) async throws -> KeptMission {
    guard let kept = try await stage.secrets.read(StoredMeshKeys.defaultName) else { throw MeshError.storeDamaged }
    return try KeptMission(stored: kept)
  }

  @Test func `Without a mission there is no node, with one there is one`() async throws {
    let shield = try await Stage().shield
    #expect(try await shield.mesh(as: ada) == nil)
    try await shield.joinMission(key())
    let node = try #require(try await shield.mesh(as: ada))
    #expect(try await shield.mesh(as: MeshMember(callsign: "Eve")) === node)
  }

  @Test func `The keys are kept for this device, readable in the background, and out of the app's reach`()
    async throws
  {
    let device = Stage.Device()
    let seen = SeenStore(device.secrets)
    let stage = try await Stage(device, over: seen)
    let before = seen.accesses.count
    try await stage.shield.joinMission(key())
    _ = try await stage.shield.mesh(as: ada)
    #expect(await meshNames(stage) == ["mesh.device", "mesh.mission"])
    let accesses = seen.accesses[before...]
    #expect(accesses.count >= 2 && Set(accesses) == [AccessRequirement(.afterFirstUnlockThisDeviceOnly)])
    for text in await meshNames(stage) {
      let name = try #require(SecretName(text))
      await #expect(throws: StorageError.reserved(name)) { try await stage.shield.secrets.read(name) }
    }
  }

  @Test func `A key sealed to this device's card is opened here, and nowhere else`() async throws {
    let (stage, other) = (try await Stage(), try await Stage())
    let card = try await stage.shield.meshDeviceKey()
    #expect(try await stage.shield.meshDeviceKey() == card)
    let key = try key()
    let package = try MeshKeyPackage.text(of: key, for: MeshDeviceCard(card.text))
    await #expect(throws: ShieldError.mesh(.sealedForAnother)) { try await other.shield.missionKey(inPackage: package) }
    let pending = try await stage.shield.missionKey(inPackage: package)
    try await stage.shield.joinMission(pending.confirm(fingerprint: "\(key.fingerprint)"))
    #expect(try await kept(stage).keyring.current.id == key.id)
    #expect(try await stage.shield.mesh(as: ada) != nil)
  }

  @Test func `The next start is the same device in the same mission`() async throws {
    let stage = try await Stage()
    try await stage.shield.joinMission(key())
    let other = try await neighbour(of: stage)
    #expect(try await neighbour(of: Stage(stage.device)) == other)
  }

  /// The uid under which a second node with the same key comes to know this one.
  private func neighbour(of stage: Stage) async throws -> String {
    // Without the mark of what was heard before: the clock stands still.
    let mission = KeptMission(keyring: try await kept(stage).keyring)
    var dice = SystemRandomNumberGenerator()
    let device = try MeshMember(callsign: "Bob").device(from: Secret(randomBytes: 64, using: &dice))
    let bob = MeshNode(
      device: device, mission: mission, store: InMemoryMeshKeyStore(),
      now: { 1_800_000_000_000 }, random: { .random(in: .min ... .max) })
    let node = try #require(try await stage.shield.mesh(as: ada))
    let pair = InMemoryLink.pair(id: LinkID(1))
    await node.attach(pair.0)
    await bob.attach(pair.1)
    for await effect in bob.events {
      if case .peer(let peer) = effect { return peer.uid }
    }
    throw MeshError.linkClosed
  }

  @Test func `A logout ends the node and its links, takes its keys, and nothing writes them again`() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    try await stage.shield.joinMission(key())
    let node = try #require(try await stage.shield.mesh(as: ada))
    let pair = InMemoryLink.pair(id: LinkID(1))
    await node.attach(pair.0)
    let report = try await stage.shield.logOut()
    #expect(report.isComplete && report.removed.map(\.text).contains("mesh"))
    for await _ in node.events {}
    for await _ in pair.1.datagrams {}
    await node.tick()
    #expect(await meshNames(stage) == [])
    #expect(try await stage.shield.mesh(as: ada) == nil)
  }

  @Test func `A login where nobody was signed in ends no node, one of another person does`() async throws {
    let stage = try await Stage()
    try await stage.shield.joinMission(key())
    let node = try #require(try await stage.shield.mesh(as: ada))
    try await signIn(stage)
    #expect(try await stage.shield.mesh(as: ada) === node)
    try await stage.shield.logIn(user: "bob", password: Secret(copying: "horse-4711".utf8))
    for await _ in node.events {}
    #expect(await meshNames(stage) == [])
    #expect(try await stage.shield.mesh(as: ada) == nil)
  }

  @Test func `A newer key of the mission is taken before the node is used, an older one and another mission are not`()
    async throws
  {
    let stage = try await Stage()
    let shield = stage.shield
    try await shield.joinMission(key(epoch: 3))
    try await shield.joinMission(key(epoch: 4))
    await #expect(throws: ShieldError.mesh(.keyRolledBack(epoch: 4))) { try await shield.joinMission(key(epoch: 4)) }
    await #expect(throws: ShieldError.missionIsSet) { try await shield.joinMission(key("Harbour", epoch: 9)) }
    #expect(try await kept(stage).keyring.entries.map(\.key.epoch) == [4, 3])
    _ = try await shield.mesh(as: ada)
    await #expect(throws: ShieldError.missionIsSet) { try await shield.joinMission(key(epoch: 5)) }
  }

  @Test func `A mission is left alone: node and keys go, the person's other secrets stay`() async throws {
    let stage = try await Stage()
    try await signIn(stage)
    let note = SecretName(constant: "partner.token")
    try await stage.shield.secrets.write(Secret(copying: [1]), as: note, access: AccessRequirement())
    try await stage.shield.joinMission(key())
    let node = try #require(try await stage.shield.mesh(as: ada))
    #expect(try await stage.shield.leaveMission() == .holds)
    for await _ in node.events {}
    #expect(await meshNames(stage) == [])
    #expect(try await stage.shield.secrets.read(note)?.count == 1)
    try await stage.shield.joinMission(key("Harbour"))
    #expect(try await stage.shield.mesh(as: ada) != nil)
  }
}
