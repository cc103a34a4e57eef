import CursorOnTarget
import Foundation
import NetworkTrust
import PeerMesh
import Redaction
import SecurityTesting
import TakGateway
import Testing

/// Chat between a mesh and a server, over the mesh's own protocol: a signed kind of message in both directions.
@Suite(.timeLimit(.minutes(15))) struct ChatBridgeTests {
  private static let now: MeshTime = 1_800_000_000_000
  private let authority: TestAuthority
  private let bridge: MeshBridge

  init() throws {
    authority = try TestAuthority(
      name: "TAK", notBefore: Date(timeIntervalSince1970: 1_799_000_000),
      notAfter: Date(timeIntervalSince1970: 1_801_000_000))
    let server = TakServer(
      endpoint: try Endpoint("https://tak.example:8089"), authorities: [authority.certificateDER])
    bridge = MeshBridge(
      rules: try BridgeRules(ownUIDs: [CoTLine("BRIDGE")], tag: "mantlet-test"), onboarding: TakOnboarding(server),
      mission: "Rescue")
  }

  /// What proves to the bridge that this device belongs to a client of its server.
  private func proof(for signer: SoftwareSigner, uid: String) async throws -> OnboardingProof {
    var leaf = TestAuthority.Leaf(
      notBefore: Date(timeIntervalSince1970: 1_799_000_000), notAfter: Date(timeIntervalSince1970: 1_801_000_000))
    leaf.extendedKeyUsages = [TestUsage.clientAuth.usage]
    let issued = try authority.issue(leaf)
    let text = issued.privateKeyPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let key = try PrivateKeyDER(reading: Secret(copying: Array(#require(Data(base64Encoded: text)))))
    let identity = try ClientIdentity(certificates: [issued.certificateDER], key: .exportable(key))
    return try await TakOnboarding.proof(by: identity, device: signer.publicKey, uid: uid, mission: "Rescue")
  }

  private func signer(_ number: UInt8) throws -> SoftwareSigner {
    try SoftwareSigner(Secret(copying: [UInt8](repeating: number, count: 32)))
  }

  private func node(_ number: UInt8, uid: String, proof: OnboardingProof? = nil) throws -> MeshNode {
    let device = try MeshDevice(
      signer: signer(number), agreementSecret: Secret(copying: [UInt8](repeating: number + 100, count: 32)), uid: uid,
      callsign: "Call " + uid, proof: proof)
    let key = try MeshKey(Secret(copying: [UInt8](repeating: 7, count: 32)), mission: "Rescue", epoch: 1)
    return MeshNode(
      device: device, mission: KeptMission(keyring: try MeshKeyring(key)), store: InMemoryMeshKeyStore(),
      now: { Self.now }, random: { .random(in: .min ... .max) })
  }

  /// What a node hands out after another, whom it knows by then, sent this.
  private func carried(
    _ body: [UInt8], as kind: MessageKind, from sender: MeshNode, to receiver: MeshNode
  ) async throws -> MeshMessage {
    let (first, second) = InMemoryLink.pair(id: LinkID(1), binding: [1])
    await receiver.attach(second)
    await sender.attach(first)
    for await effect in receiver.events {
      if case .peer = effect { try await sender.send(body, as: kind) }
      if case .deliver(let message) = effect { return message }
    }
    throw MeshError.linkClosed
  }

  /// What somebody writes to all.
  private func chat(of uid: String) throws -> CoTEvent {
    let time = try CoTTime(millisecondsSince1970: Self.now)
    let room = try CoTLine("All Chat Rooms")
    var event = try CoTEvent(
      uid: CoTLine("GeoChat.\(uid).All Chat Rooms.1"), type: .chat, how: .gigo, time: time,
      stale: time.advanced(milliseconds: 60_000), point: CoTPoint(latitude: 1, longitude: 2))
    event.detail.chat = CoTChat(
      room: room, id: room, messageID: try CoTLine("1"), senderCallsign: try CoTLine("Call " + uid),
      group: CoTChatGroup(id: room, members: [try CoTLine(uid), room]))
    event.detail.remarks = CoTRemarks(text: try CoTText("to the hut"))
    return event
  }

  @Test func `What a proven peer writes passes to the server as chat, and not in the clothes of a plain event`()
    async throws
  {
    let proof = try await proof(for: signer(1), uid: "uid-1")
    let body = try CoTWriter().bytes(chat(of: "uid-1"))
    func message(as kind: MessageKind) async throws -> MeshMessage {
      try await carried(body, as: kind, from: node(1, uid: "uid-1", proof: proof), to: node(2, uid: "BRIDGE"))
    }
    let passed = try await bridge.toServer(message(as: .chat), now: Self.now).event
    #expect(passed.type == .chat && passed.detail.remarks?.text?.description == "to the hut")
    #expect(passed.detail.chat?.senderCallsign?.description == "Call uid-1")
    let plain = try await message(as: .event)
    await #expect(throws: BridgeKeep.otherKind) { try await bridge.toServer(plain, now: Self.now) }
  }

  @Test func `What a client of the server writes to the bridge alone does not come into the mesh`() async throws {
    var chat = try chat(of: "OTHER")
    let own = try CoTLine("BRIDGE")
    chat.detail.chat?.group = CoTChatGroup(id: own, members: [try CoTLine("OTHER"), own])
    let letter = chat
    await #expect(throws: BridgeKeep.refused(.forBridgeAlone)) { try await bridge.toMesh(letter, now: Self.now) }
  }

  @Test func `What a client of the server writes comes into the mesh as chat, signed by the bridge's device`()
    async throws
  {
    let (kind, body) = try await bridge.toMesh(chat(of: "OTHER"), now: Self.now)
    let message = try await carried(body, as: kind, from: node(2, uid: "BRIDGE"), to: node(1, uid: "uid-1"))
    #expect(message.kind == .chat)
    guard case .device(let device, let peer) = message.origin else {
      Issue.record("signed by no device: \(message.origin)")
      return
    }
    #expect(try device == signer(2).publicKey && peer?.uid == "BRIDGE")
    let event = try CoTReader().read(message.body)
    #expect(event.type == .chat && event.detail.remarks?.text?.description == "to the hut")
  }
}
