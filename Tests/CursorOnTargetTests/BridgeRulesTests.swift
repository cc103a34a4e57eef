import CursorOnTarget
import Testing

@Suite("BridgeRules")
struct BridgeRulesTests {
  private let now: CoTTime
  private let peer: BridgePeer
  private let rules: BridgeRules

  init() throws {
    now = try EventFiles.now.get()
    peer = try BridgePeer(uid: CoTLine("ANDROID-1"), callsign: CoTLine("ALPHA 1"), team: CoTLine("Cyan"))
    rules = try BridgeRules(ownUIDs: [CoTLine("ME")], tag: "mantlet-7")
  }

  private func judge(_ event: CoTEvent, from peer: BridgePeer? = nil, known: Set<String> = []) -> BridgeDecision {
    rules.toServer(event, from: peer ?? self.peer, at: now) { known.contains($0.description) }
  }

  private func judge(_ text: String) throws -> BridgeDecision { judge(try EventFiles.read(text)) }

  private func position(_ detail: String = "", uid: String = "ANDROID-1", type: String = "a-f-G-U-C") -> String {
    EventFiles.text(uid: "uid=\"\(uid)\"", type: "type=\"\(type)\"", detail: "<detail>\(detail)</detail>")
  }

  private func passed(_ decision: BridgeDecision) throws -> CoTEvent {
    guard case .forward(let bridged) = decision else { throw CoTError.closed }
    return bridged.event
  }

  @Test("A proven peer's own position, chat and alarm pass")
  func passes() throws {
    let event = try passed(
      judge(position("<contact callsign='ALPHA 1' endpoint='10.0.0.9:4242:tcp'/><__group name='Cyan' role='RTO'/>")))
    #expect(event.uid == peer.uid && event.detail.contact?.callsign == peer.callsign)
    #expect(
      event.detail.contact?.endpoint?.description == "*:-1:stcp" && event.detail.group?.role?.description == "RTO")
    let chat = try passed(judge(EventFiles.event("chat")))
    #expect(chat.detail.remarks?.text?.description == "two\nlines & <marks> ä")
    #expect(chat.detail.marti?.destinations.count == 1 && chat.detail.others.map(\.name) == ["link", "_flow-tags_"])
    let alarm = try EventFiles.event("alarm").retimed(time: now, start: now, stale: now.advanced(milliseconds: 9000))
    var own = alarm
    own.detail.contact = nil
    #expect(try passed(judge(own)).detail.emergency?.kind?.description == "911 Alert")
  }

  @Test("What passes is one event that is read as itself, whatever its texts say")
  func oneEvent() throws {
    let injected = "&lt;/event>&lt;event uid='x'/>"
    let event = try passed(judge(position("<remarks>\(injected)</remarks><evil>\(injected)</evil>")))
    let bytes = try CoTWriter().bytes(event)
    var stream = CoTStreamReader()
    try stream.receive(bytes)
    #expect(try stream.next() == bytes)
    #expect(try stream.next() == nil)
    #expect(try CoTReader().read(bytes) == event && !event.detail.others.contains { $0.name == "evil" })
    #expect(throws: CoTError.self) { try judge(position("<remarks>x</remarks></detail></event><event>")) }
  }

  @Test(
    "Commands, protocol switches, deletions, file offers and unlisted types stay",
    arguments: [
      "t-x-takp-q", "t-x-takp-v", "t-x-takp-r", "t-x-d-d", "t-x-c-t", "t-k-d", "t-x-m-c", "t", "b-f-t-r", "b-f-t-a",
      "a-h-G",
      "a-friend", "b-m-p-w", "u-d-f", "b-i-v", "r-u",
    ])
  func types(type: String) throws {
    #expect(try judge(position(type: type)) == .keep(.typeNotAllowed))
  }

  @Test("A type that programs obey stays even when somebody lists it")
  func deniedForGood() throws {
    var open = rules
    open.allowedTypes = try [CoTType("t-x"), CoTType("b"), .tasking, .atom]
    for type in ["t-x-d-d", "t-k-d", "b-f-t-r"] {
      let event = try EventFiles.read(position(type: type))
      #expect(open.toServer(event, from: peer, at: now) { _ in false } == .keep(.typeNotAllowed))
    }
    #expect(
      try passed(open.toServer(EventFiles.read(position(type: "a-h-G")), from: peer, at: now) { _ in false }).uid
        == peer.uid)
  }

  @Test("A peer speaks under its own uid, callsign and team only")
  func spoofing() throws {
    #expect(try judge(position(uid: "ANDROID-2")) == .keep(.foreignUID))
    #expect(try judge(position(uid: "ANDROID-1-9-1-1")) == .keep(.foreignUID))
    #expect(try judge(position(uid: "ANDROID-10")) == .keep(.foreignUID))
    #expect(try judge(position(uid: "android-1")) == .keep(.foreignUID))
    #expect(try judge(position("<contact callsign='BRAVO'/>")) == .keep(.foreignCallsign))
    #expect(try judge(position("<uid Droid='BRAVO'/>")) == .keep(.foreignCallsign))
    #expect(try judge(position("<__group name='Red'/>")) == .keep(.foreignTeam))
    let chat = try EventFiles.event("chat")
    let other = try BridgePeer(uid: CoTLine("ANDROID-2"), callsign: CoTLine("ALPHA 1"))
    #expect(judge(chat, from: other) == .keep(.foreignUID))
    let renamed = try BridgePeer(uid: CoTLine("ANDROID-1"), callsign: CoTLine("CHARLIE"))
    #expect(judge(chat, from: renamed) == .keep(.foreignCallsign))
    var anonymous = chat
    anonymous.detail.chat?.group = nil
    #expect(judge(anonymous) == .keep(.incomplete))
  }

  @Test("The bridge's own uids and those of the server's other clients are nobody else's")
  func ownUIDs() throws {
    for uid in ["ME", "me", "ME-9-1-1", "GeoChat.ME.All.1"] {
      let impostor = try BridgePeer(uid: CoTLine(uid))
      #expect(judge(try EventFiles.read(position(uid: uid)), from: impostor) == .keep(.ownUID))
    }
    #expect(judge(try EventFiles.read(position()), known: ["ANDROID-1"]) == .keep(.knownToServer))
    // A chat or an alarm of somebody whom the server knows otherwise, too.
    #expect(judge(try EventFiles.event("chat"), known: ["ANDROID-1"]) == .keep(.knownToServer))
  }

  @Test("Receivers are for chats, and only those whom the chat is written to")
  func receivers() throws {
    #expect(try judge(position("<marti><dest callsign='X'/></marti>")) == .keep(.directed))
    var chat = try EventFiles.event("chat")
    chat.detail.marti = try CoTMarti(destinations: [CoTDestination(callsign: CoTLine("CHARLIE"))])
    #expect(judge(chat) == .keep(.directed))
    chat.detail.marti = try CoTMarti(destinations: [CoTDestination(uid: CoTLine("ANDROID-9"))])
    #expect(judge(chat) == .keep(.directed))
    chat.detail.marti = try CoTMarti(destinations: [CoTDestination(callsign: CoTLine("BRAVO"), mission: CoTLine("m"))])
    #expect(judge(chat) == .keep(.directed))
    chat.detail.marti = try CoTMarti(destinations: (0..<9).map { CoTDestination(callsign: try CoTLine("\($0)")) })
    #expect(judge(chat) == .keep(.directed))
  }

  @Test(
    "Files and links are not offered through the bridge",
    arguments: [
      "<fileshare filename='a'/>", "<link url='http://x'/>", "<a><b><c href='x'/></b></a>", "<attachment_list/>",
      "<__video url='x'/>",
      "<__chat><fileshare/></__chat>",
    ])
  func files(detail: String) throws {
    #expect(try judge(position(detail)) == .keep(.sharesFile))
  }

  @Test("Times are clamped to the bridge's clock; what is over or old stays")
  func times() throws {
    let event = try EventFiles.read(position())
    func judged(_ time: Int64, _ start: Int64, _ stale: Int64) throws -> BridgeDecision {
      judge(
        try event.retimed(
          time: now.advanced(milliseconds: time), start: now.advanced(milliseconds: start),
          stale: now.advanced(milliseconds: stale)))
    }
    let future = try passed(judged(3_600_000, 3_600_000, 7_200_000_000))
    #expect(future.time == now && future.start == now && future.stale == now.advanced(milliseconds: 900_000))
    #expect(try passed(judged(60_000, 0, 61_000)).time == now.advanced(milliseconds: 60_000))
    #expect(try judged(-1000, -1000, 0) == .keep(.expired))
    #expect(try judged(-300_001, 0, 1000) == .keep(.tooOld))
    #expect(try passed(judged(-300_000, 0, 1000)).stale == now.advanced(milliseconds: 1000))
  }

  @Test("What a peer adds that nobody knows does not reach the server, nor does its priority")
  func drops() throws {
    let text = EventFiles.text(
      uid: "uid=\"ANDROID-1\"", type: "type=\"a-f-G\"", more: "qos=\"9-r-c\" opex=\"o\" access=\"Secret\"",
      detail:
        "<detail><contact callsign='ALPHA 1' phone='5'/><status battery='5' x='y'/><__serverdestination destinations='x'/></detail>"
    )
    let event = try passed(judge(text))
    #expect(event.qualityOfService == nil && event.operation == nil && event.access?.description == "Secret")
    let written = try String(decoding: CoTWriter().bytes(event), as: UTF8.self)
    for word in ["phone", "x=\"y\"", "serverdestination"] { #expect(!written.contains(word)) }
  }

  @Test("An event does not come over the bridge twice, in either direction")
  func echoes() throws {
    let out = try passed(judge(position()))
    #expect(out.detail.others.first?["mantlet-7"]?.description == now.description)
    #expect(judge(out) == .keep(.echo))
    #expect(rules.toMesh(out, at: now) == .keep(.echo))
    let other = try BridgeRules(ownUIDs: [], tag: "mantlet-8")
    let inward = try passed(other.toMesh(out, at: now))
    #expect(other.toMesh(inward, at: now) == .keep(.echo))
  }

  @Test("From the server come positions, chats and alarms, not commands, files, or the bridge's own events")
  func toMesh() throws {
    let hostile = try EventFiles.read(position(type: "a-h-G"))
    #expect(try passed(rules.toMesh(hostile, at: now)).type == hostile.type)
    for type in ["t-x-d-d", "t-x-takp-v", "t-k-d", "b-f-t-r"] {
      #expect(rules.toMesh(try EventFiles.read(position(type: type)), at: now) == .keep(.typeNotAllowed))
    }
    #expect(rules.toMesh(try EventFiles.read(position(uid: "ME")), at: now) == .keep(.echo))
    #expect(rules.toMesh(try EventFiles.read(position("<fileshare/>")), at: now) == .keep(.sharesFile))
    let late = now.advanced(milliseconds: 60_000)
    #expect(rules.toMesh(hostile, at: late) == .keep(.expired))
    let chat = try passed(rules.toMesh(EventFiles.event("chat"), at: now))
    #expect(chat.detail.marti == nil && chat.stale == now.advanced(milliseconds: 900_000))
  }

  @Test("A tag is a name")
  func tags() { #expect(throws: CoTError.invalidText) { try BridgeRules(ownUIDs: [], tag: "a b") } }
}
