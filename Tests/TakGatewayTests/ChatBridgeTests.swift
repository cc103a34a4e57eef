import CursorOnTarget
import PeerMesh
import TakGateway
import Testing

/// Chat between a mesh and a server, over the mesh's own protocol: a signed kind of message in both directions.
@Suite(.timeLimit(.minutes(15))) struct ChatBridgeTests {
  private static let now = RescueBridge.now
  private let rescue: RescueBridge

  init() throws { rescue = try RescueBridge() }

  private var bridge: MeshBridge { rescue.bridge }

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
    let proof = try await rescue.proof(for: 1, uid: "uid-1")
    let body = try CoTWriter().bytes(chat(of: "uid-1"))
    func message(as kind: MessageKind) async throws -> MeshMessage {
      try await rescue.carried(
        body, as: kind, from: rescue.node(1, uid: "uid-1", proof: proof), to: rescue.node(2, uid: "BRIDGE"))
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
    let message = try await rescue.carried(
      body, as: kind, from: rescue.node(2, uid: "BRIDGE"), to: rescue.node(1, uid: "uid-1"))
    #expect(message.kind == .chat)
    guard case .device(let device, let peer) = message.origin else {
      Issue.record("signed by no device: \(message.origin)")
      return
    }
    #expect(try device == rescue.signer(2).publicKey && peer?.uid == "BRIDGE")
    let event = try CoTReader().read(message.body)
    #expect(event.type == .chat && event.detail.remarks?.text?.description == "to the hut")
  }
}
