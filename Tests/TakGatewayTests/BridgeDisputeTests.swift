import CursorOnTarget
import PeerMesh
import TakGateway
import Testing

/// One uid on both sides of a bridge: who is heard, whose call for help is ended, and who is told.
@Suite(.timeLimit(.minutes(15))) struct BridgeDisputeTests {
  private static let now = RescueBridge.now
  private static let hour: MeshTime = 3_600_000
  private let rescue: RescueBridge

  init() throws { rescue = try RescueBridge() }

  private var bridge: MeshBridge { rescue.bridge }

  /// What proves to the bridge that the device `HQ` belongs to a client of its server.
  private func proof() async throws -> OnboardingProof { try await rescue.proof(for: 1, uid: "HQ") }

  /// What the bridge's node hands out after the device `HQ` of the mesh said this.
  private func said(_ event: CoTEvent, _ proof: OnboardingProof) async throws -> MeshMessage {
    try await rescue.carried(
      CoTWriter().bytes(event), as: MessageKind(carrying: event), from: rescue.node(1, uid: "HQ", proof: proof),
      to: rescue.node(2, uid: "BRIDGE"))
  }

  /// - Parameter offset: milliseconds after the beginning.
  private func event(
    _ uid: String = "HQ", _ type: String = "a-f-G-U-C", at offset: MeshTime = 0, latitude: Double = 1
  ) throws -> CoTEvent {
    let time = try CoTTime(millisecondsSince1970: Self.now + offset)
    var event = try CoTEvent(
      uid: CoTLine(uid), type: CoTType(type), how: .gps, time: time, stale: time.advanced(milliseconds: 60_000),
      point: CoTPoint(latitude: latitude, longitude: 2))
    event.detail.contact = CoTContact(callsign: try CoTLine("Call HQ"))
    return event
  }

  private func disputed() async -> [String] { await bridge.takeDisputedUIDs().map(\.description) }

  @Test func `Only what the bridge sent is an echo; what else has its uid comes into the mesh, and people are told`()
    async throws
  {
    let proof = try await proof()
    for number in 0..<3 as Range<MeshTime> {
      _ = try await bridge.toServer(said(event(at: number, latitude: 48.1371234567), proof), now: Self.now)
    }
    // As a server writes it that cuts digits and keeps no path.
    for number in 0..<3 as Range<MeshTime> {
      let back = try event(at: number, latitude: 48.137123)
      await #expect(throws: BridgeKeep.refused(.echo)) { try await bridge.toMesh(back, now: Self.now) }
    }
    #expect(await disputed().isEmpty)
    let theirs = [
      try event(at: 3, latitude: 48.137123), try event(at: 1, latitude: 48.1372),
      try event("HQ", "a-f-G", at: 2, latitude: 48.137123),
    ]
    for event in theirs { #expect(try await bridge.toMesh(event, now: Self.now).kind == .event) }
    #expect(await disputed() == ["HQ"])
    // The server knows the uid as another client's from here on.
    let late = try await said(event(at: 4), proof)
    await #expect(throws: BridgeKeep.refused(.knownToServer)) { try await bridge.toServer(late, now: Self.now) }
    #expect(await disputed().isEmpty)
  }

  @Test func `A member that takes a client's uid ends and hides no call for help of it, whatever it said before`()
    async throws
  {
    let proof = try await proof()
    // Before the client is there, and in advance.
    _ = try await bridge.toServer(said(event(), proof), now: Self.now)
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl"), proof), now: Self.now)
    let call = try event("HQ-9-1-1", "b-a-o-tbl", at: 1)
    let heard = try await bridge.toMesh(call, now: Self.now)
    let read = try CoTReader().read(heard.body)
    #expect(heard.kind == .emergency && read.time == call.time)
    #expect(await disputed() == ["HQ"])
    let end = try await said(event("HQ-9-1-1", "b-a-o-can", at: 2), proof)
    await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toServer(end, now: Self.now) }
    // The call is stale after a minute, and others still show it.
    let later = try await said(event("HQ-9-1-1", "b-a-o-can", at: Self.hour - 1), proof)
    await #expect(throws: BridgeKeep.refused(.foreignCall)) {
      try await bridge.toServer(later, now: Self.now + Self.hour - 1)
    }
    let last = try await said(event("HQ-9-1-1", "b-a-o-can", at: Self.hour), proof)
    _ = try await bridge.toServer(last, now: Self.now + Self.hour)
  }

  @Test func `Who only takes a client's uid ends no call for help under it, and people are told`() async throws {
    _ = try await bridge.toMesh(event(), now: Self.now)
    let end = try await said(event("HQ-9-1-1", "b-a-o-can"), proof())
    await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toServer(end, now: Self.now) }
    #expect(await disputed() == ["HQ"])
  }

  @Test func `A peer whose uid the server shows calls for help all the same, ends that, and people are told once`()
    async throws
  {
    let proof = try await proof()
    let position = try await said(event(), proof)
    #expect(try await bridge.toMesh(event(at: 1), now: Self.now).kind == .event)
    for _ in 0..<2 {
      await #expect(throws: BridgeKeep.refused(.knownToServer)) { try await bridge.toServer(position, now: Self.now) }
    }
    let call = try await said(event("HQ-9-1-1", "b-a-o-tbl"), proof)
    let end = try await said(event("HQ-9-1-1", "b-a-o-can", at: 2), proof)
    #expect(try await bridge.toServer(call, now: Self.now).event.uid.description == "HQ-9-1-1")
    #expect(await disputed() == ["HQ"])
    #expect(try await bridge.toServer(end, now: Self.now).event.type == .endOfCall)
    #expect(await disputed().isEmpty)
  }

  @Test func `A call of a client is ended by no member also where the bridge did not pass it on`() async throws {
    let proof = try await proof()
    let stale = try event("HQ-9-1-1", "b-a-o-tbl", at: -60_000)
    var linked = try event("HQ", "b-a-o-tbl")
    try linked.detail.add(CoTElement("link", attributes: [CoTAttribute("url", CoTText("http://x.example"))]))
    let kept: [(CoTEvent, BridgeRefusal)] = [(stale, .expired), (linked, .sharesFile)]
    for (call, refusal) in kept {
      await #expect(throws: BridgeKeep.refused(refusal)) { try await bridge.toMesh(call, now: Self.now) }
      let end = try await said(event(call.uid.description, "b-a-o-can", at: 1), proof)
      await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toServer(end, now: Self.now) }
    }
    let position = try await said(event(at: 2), proof)
    await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toServer(position, now: Self.now) }
    #expect(await disputed() == ["HQ"])
  }

  @Test func `A call is remembered so long, whatever stale time a client gives it`() async throws {
    let time = try CoTTime(millisecondsSince1970: Self.now)
    let call = try event("HQ-9-1-1", "b-a-o-tbl").retimed(
      time: time, start: time, stale: time.advanced(milliseconds: 10 * Self.hour))
    _ = try await bridge.toMesh(call, now: Self.now)
    let end = try await said(event("HQ-9-1-1", "b-a-o-can", at: Self.hour), proof())
    _ = try await bridge.toServer(end, now: Self.now + Self.hour)
  }

  @Test func `A peer's own call that the server says again, stale or under the bridge's tag, is no client's`()
    async throws
  {
    let proof = try await proof()
    let call = try event("HQ-9-1-1", "b-a-o-tbl")
    let passed = try await bridge.toServer(said(call, proof), now: Self.now)
    let late = Self.now + 60_000
    for again in [call, passed.event] {
      await #expect(throws: BridgeKeep.refused(.echo)) { try await bridge.toMesh(again, now: late) }
    }
    // Of before a restart of the bridge.
    var moved = passed.event
    moved.point = try CoTPoint(latitude: 3, longitude: 4)
    let tagged = moved
    await #expect(throws: BridgeKeep.refused(.echo)) { try await bridge.toMesh(tagged, now: late) }
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-can", at: 60_000), proof), now: late)
    #expect(await disputed().isEmpty)
  }

  @Test func `A client of the server puts no mark in the place of a call for help of a peer`() async throws {
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl"), proof()), now: Self.now)
    for type in ["a-f-G", "b-a-g"] {
      let mark = try event("HQ-9-1-1", type, at: 1)
      await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toMesh(mark, now: Self.now) }
    }
    #expect(await disputed() == ["HQ"])
  }

  @Test func `A client of the server ends no call for help of a peer`() async throws {
    let proof = try await proof()
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl"), proof), now: Self.now)
    let end = try event("HQ-9-1-1", "b-a-o-can", at: 1)
    await #expect(throws: BridgeKeep.refused(.foreignCall)) { try await bridge.toMesh(end, now: Self.now) }
    #expect(await disputed() == ["HQ"])
    #expect(try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-can"), now: Self.now).kind == .emergency)
    // The peer's own end goes out and comes back as an echo.
    let own = try event("HQ-9-1-1", "b-a-o-can", at: 2)
    _ = try await bridge.toServer(said(own, proof), now: Self.now)
    await #expect(throws: BridgeKeep.refused(.echo)) { try await bridge.toMesh(own, now: Self.now) }
  }

  /// Both forms of the end of a call.
  private func ends(of uid: String, at offset: MeshTime) throws -> [CoTEvent] {
    var cancelled = try event(uid, "b-a-o-tbl", at: offset)
    cancelled.detail.emergency = CoTEmergency(kind: nil, isCancelled: true)
    return [try event(uid, "b-a-o-can", at: offset), cancelled]
  }

  @Test func `An end that was made before a newer call does not end it`() async throws {
    let proof = try await proof()
    // An older call that comes later makes the newest one no older.
    for offset in [0, 10, 3] as [MeshTime] {
      _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl", at: offset), proof), now: Self.now + 10)
    }
    for offset in [0, 10] as [MeshTime] {
      _ = try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-tbl", at: offset), now: Self.now + 10)
    }
    let later = Self.now + 30_000
    for end in try ends(of: "HQ-9-1-1", at: 9) {
      let late = try await said(end, proof)
      await #expect(throws: BridgeKeep.behindCall) { try await bridge.toServer(late, now: later) }
    }
    for end in try ends(of: "OTHER-9-1-1", at: 9) {
      await #expect(throws: BridgeKeep.behindCall) { try await bridge.toMesh(end, now: later) }
    }
    let own = try await said(event("HQ-9-1-1", "b-a-o-can", at: 10), proof)
    #expect(try await bridge.toServer(own, now: later).event.type == .endOfCall)
    #expect(try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-can", at: 11), now: later).kind == .emergency)
    #expect(await disputed().isEmpty)
  }

  /// A client of the server says this, and it does not pass.
  private func expect(_ keep: BridgeKeep, of event: CoTEvent, at offset: MeshTime) async {
    await #expect(throws: keep) { try await bridge.toMesh(event, now: Self.now + offset) }
  }

  @Test func `A call of a clock that is ahead holds no later end off, however often a client says it`() async throws {
    let (ahead, again) = (try event("AHEAD-9-1-1", "b-a-o-tbl", at: 3 * Self.hour), 1_000_000 as MeshTime)
    _ = try await bridge.toMesh(ahead, now: Self.now)
    await expect(.repeated, of: ahead, at: 30_000)
    let between = try event("AHEAD-9-1-1", "b-a-o-can", at: 20_000)
    #expect(try await bridge.toMesh(between, now: Self.now + 40_000).kind == .emergency)
    // What has passed is forgotten after a quarter of an hour.
    #expect(try await bridge.toMesh(ahead, now: Self.now + again).kind == .emergency)
    let late = try event("AHEAD-9-1-1", "b-a-o-can", at: again - 10_000)
    #expect(try await bridge.toMesh(late, now: Self.now + again).kind == .emergency)
  }

  @Test func `A call that is stale, and one that is over the mesh's budget, hold no end off`() async throws {
    let call = try event("STALE-9-1-1", "b-a-o-tbl", at: 10_000)
    let stale = try call.retimed(time: call.time, start: call.time, stale: call.time.advanced(milliseconds: 1))
    await expect(.refused(.expired), of: stale, at: 20_000)
    let end = try event("STALE-9-1-1", "b-a-o-can", at: 5_000)
    #expect(try await bridge.toMesh(end, now: Self.now + 20_000).kind == .emergency)
    for offset in [20_000, 20_001] as [MeshTime] {
      _ = try await bridge.toMesh(event("LOUD-9-1-1", "b-a-o-tbl", at: offset), now: Self.now + 20_010)
    }
    let third = try event("LOUD-9-1-1", "b-a-o-tbl", at: 20_009)
    await expect(.serverOverBudget, of: third, at: 20_010)
    let last = try event("LOUD-9-1-1", "b-a-o-can", at: 20_005)
    #expect(try await bridge.toMesh(last, now: Self.now + 50_000).kind == .emergency)
  }

  @Test func `An alarm that is no call for help holds no end off`() async throws {
    let proof = try await proof()
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-g", at: 10), proof), now: Self.now + 10)
    _ = try await bridge.toMesh(event("OTHER-9-1-1", "b-a-g", at: 10), now: Self.now + 10)
    let own = try await said(event("HQ-9-1-1", "b-a-o-can", at: 5), proof)
    #expect(try await bridge.toServer(own, now: Self.now + 20).event.type == .endOfCall)
    #expect(try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-can", at: 5), now: Self.now + 20).kind == .emergency)
  }

  @Test(arguments: [50_000, 10_800_000] as [MeshTime])
  func `A call of a clock that is ahead can still be ended`(ahead: MeshTime) async throws {
    let proof = try await proof()
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl", at: ahead), proof), now: Self.now)
    _ = try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-tbl", at: ahead), now: Self.now)
    // The clock was put right in between, and the end took a while.
    let later = Self.now + 55_000
    let end = try await said(event("HQ-9-1-1", "b-a-o-can", at: 1), proof)
    #expect(try await bridge.toServer(end, now: later).event.type == .endOfCall)
    #expect(try await bridge.toMesh(event("OTHER-9-1-1", "b-a-o-can", at: 1), now: later).kind == .emergency)
  }

  @Test func `A bridge whose clock is set back lets calls be ended, and goes on from there`() async throws {
    let proof = try await proof()
    let back = -Self.hour
    _ = try await bridge.toServer(said(event("HQ-9-1-1", "b-a-o-tbl"), proof), now: Self.now)
    let end = try await said(event("HQ-9-1-1", "b-a-o-can", at: back), proof)
    _ = try await bridge.toServer(end, now: Self.now + back)
    _ = try await bridge.toServer(
      said(event("HQ-9-1-1", "b-a-o-tbl", at: back + 10), proof), now: Self.now + back + 10)
    let late = try await said(event("HQ-9-1-1", "b-a-o-can", at: back + 5), proof)
    await #expect(throws: BridgeKeep.behindCall) { try await bridge.toServer(late, now: Self.now + back + 20) }
  }

  @Test func `A chat may be as old at the bridge as a mesh lets it get`() throws {
    #expect(try BridgeRules(ownUIDs: [], tag: "t").maximumChatAge == MessageKind.chat.lifetime)
  }
}
