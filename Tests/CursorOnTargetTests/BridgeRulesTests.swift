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
    #expect(try judge(EventFiles.read(position(uid: "ANDROID-2")), known: ["ANDROID-2"]) == .keep(.foreignUID))
    #expect(try judge(EventFiles.read(position()), known: ["ANDROID-1"]) == .keep(.knownToServer))
    // A chat of somebody whom the server knows otherwise, too, and an alarm that would overwrite that one's mark.
    #expect(try judge(EventFiles.event("chat"), known: ["ANDROID-1"]) == .keep(.knownToServer))
    #expect(
      try judge(EventFiles.read(position(type: "b-a-o-tbl")), known: ["ANDROID-1"]) == .keep(.knownToServer))
  }

  @Test("Whoever speaks under a peer's uid on the server does not silence its call for help")
  func claims() throws {
    for type in ["b-a-o-tbl", "b-a-o-pan", "b-a-o-opn"] {
      let event = try EventFiles.read(position(uid: "ANDROID-1-9-1-1", type: type))
      #expect(try passed(judge(event, known: ["ANDROID-1", "ANDROID-1-9-1-1"])).uid == event.uid)
    }
  }

  @Test("A call for help may go by the name that ATAK gives it, and nothing else may")
  func alarmName() throws {
    let bound = try BridgePeer(uid: CoTLine("ANDROID-1"), callsign: CoTLine("ALPHA 1"))
    let (uid, type) = ("ANDROID-1-9-1-1", "b-a-o-tbl")
    func alarm(_ name: String) throws -> CoTEvent {
      try EventFiles.read(position("<contact callsign='\(name)'/>", uid: uid, type: type))
    }
    let named = try passed(judge(alarm("ALPHA 1-Alert"), from: bound))
    #expect(try named.detail.contact?.callsign == CoTLine("ALPHA 1"), "the name that the peer has proven")
    #expect(try passed(judge(alarm("ALPHA 1"), from: bound)).uid.description == uid)
    for name in ["BRAVO-Alert", "ALPHA 1-Alert-Alert", "-Alert"] {
      #expect(try judge(alarm(name), from: bound) == .keep(.foreignCallsign))
    }
    let moved = try EventFiles.read(position("<contact callsign='ALPHA 1-Alert'/>"))
    #expect(judge(moved, from: bound) == .keep(.foreignCallsign))
  }

  @Test("A callsign that the server shows under another uid stays, but keeps nobody from calling for help")
  func callsigns() throws {
    let (other, callsign) = (try CoTLine("OTHER"), try CoTLine("ALPHA 1"))
    func judge(_ event: CoTEvent, from peer: BridgePeer, holder: CoTLine) -> BridgeDecision {
      rules.toServer(
        event, from: peer, at: now, isKnownToServer: { _ in false },
        callsignHolder: { $0 == callsign ? holder : nil })
    }
    let named = try EventFiles.read(position("<contact callsign='ALPHA 1'/>"))
    for event in [named, try EventFiles.read(position()), try EventFiles.event("chat")] {
      #expect(judge(event, from: peer, holder: other) == .keep(.callsignKnownToServer))
      #expect(try passed(judge(event, from: peer, holder: peer.uid)).uid == event.uid)
    }
    let anybody = BridgePeer(uid: peer.uid)
    #expect(judge(named, from: anybody, holder: other) == .keep(.callsignKnownToServer))
    let alarm = try EventFiles.read(position("<contact callsign='ALPHA 1'/>", type: "b-a-o-tbl"))
    #expect(try passed(judge(alarm, from: peer, holder: other)).detail.contact?.callsign == callsign)
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
      "<__chat><fileshare/></__chat>", "<remarks url='http://x'>t</remarks>", "<contact callsign='ALPHA 1' href='x'/>",
      "<__chat><chatgrp uid0='ANDROID-1' url='x'/></__chat>",
    ])
  func files(detail: String) throws {
    #expect(try judge(position(detail)) == .keep(.sharesFile))
    #expect(try rules.toMesh(EventFiles.read(position(detail)), at: now) == .keep(.sharesFile))
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

  @Test(
    "Attributes of the event that are not known pass in neither direction",
    arguments: ["caveat", "releaseableTo", "huge"])
  func attributes(name: String) throws {
    let value = String(repeating: "x", count: name == "huge" ? 20_000 : 1)
    let event = try EventFiles.read(
      EventFiles.text(uid: "uid=\"ANDROID-1\"", type: "type=\"a-f-G\"", more: "\(name)=\"\(value)\""))
    #expect(event.more.map(\.name) == [name])
    for passing in [try passed(judge(event)), try passed(rules.toMesh(event, at: now))] {
      #expect(passing.more.isEmpty)
      #expect(try !String(decoding: CoTWriter().bytes(passing), as: UTF8.self).contains(name))
    }
  }

  @Test("What the server adds that nobody knows does not reach the mesh, nor an address to write to")
  func rebuilt() throws {
    let text = EventFiles.text(
      uid: "uid=\"S\"", type: "type=\"a-f-G\"", more: "qos=\"9-r-c\" opex=\"o\"",
      detail: """
        <detail><contact callsign='BRAVO' endpoint='10.0.0.9:4242:tcp' phone='5'/><status battery='5' x='y'/>\
        <remarks source='BRAVO' z='w'>text</remarks><link uid='U' extra='v'/><evil/></detail>
        """)
    let event = try passed(rules.toMesh(EventFiles.read(text), at: now))
    let written = try String(decoding: CoTWriter().bytes(event), as: UTF8.self)
    for word in ["10.0.0.9", "phone", "x=\"y\"", "z=\"w\"", "extra", "evil", "qos", "opex"] {
      #expect(!written.contains(word))
    }
    #expect(event.detail.contact?.endpoint?.description == "*:-1:stcp")
    #expect(event.detail.status?.battery == 5 && event.detail.remarks?.text?.description == "text")
    #expect(event.detail.remarks?.source?.description == "BRAVO")
    // A mark on the map is nobody who can be written to.
    let mark = try EventFiles.read(position("<contact callsign='Hut'/>", uid: "M", type: "a-n-G"))
    let contact = try passed(rules.toMesh(mark, at: now)).detail.contact
    #expect(contact?.callsign?.description == "Hut" && contact?.endpoint == nil)
    let chat = try passed(rules.toMesh(EventFiles.event("chat"), at: now)).detail
    #expect(chat.others.map(\.name) == ["link", "_flow-tags_"] && chat.others[0]["uid"]?.description == "ANDROID-1")
  }

  @Test("A chat of the server for the bridge alone is for no member")
  func forBridgeAlone() throws {
    var rules = rules
    rules.ownCallsigns = [try CoTLine("BRIDGE")]
    func judged(_ members: [String], to destinations: [CoTDestination] = []) throws -> BridgeDecision {
      var chat = try EventFiles.event("chat")
      chat.detail.chat?.group = CoTChatGroup(id: nil, members: try members.map { try CoTLine($0) })
      chat.detail.marti = destinations.isEmpty ? nil : CoTMarti(destinations: destinations)
      return rules.toMesh(chat, at: now)
    }
    let (own, called) = (CoTDestination(uid: try CoTLine("ME")), CoTDestination(callsign: try CoTLine("BRIDGE")))
    let other = CoTDestination(callsign: try CoTLine("BRAVO"))
    for alone in [
      try judged(["ANDROID-1", "ME"]), try judged(["ANDROID-1", "me"]), try judged(["ANDROID-1", "ROOM"], to: [own]),
      try judged(["ANDROID-1", "ROOM"], to: [called]), try judged(["ANDROID-1", "ME"], to: [called]),
    ] { #expect(alone == .keep(.forBridgeAlone)) }
    for shared in [
      try judged(["ANDROID-1", "ROOM"]), try judged(["ANDROID-1", "ME", "ANDROID-2"]),
      try judged(["ANDROID-1", "ANDROID-2"], to: [called, other]), try judged(["ME-TOO", "ANDROID-2"]),
    ] { #expect(try passed(shared).type == .chat) }
    var bare = try EventFiles.event("chat")
    bare.detail.marti = nil
    bare.detail.chat = CoTChat(room: try CoTLine("BRIDGE"))
    #expect(rules.toMesh(bare, at: now) == .keep(.forBridgeAlone))
    bare.detail.chat = CoTChat(room: try CoTLine("Hut"), id: try CoTLine("ME"))
    #expect(rules.toMesh(bare, at: now) == .keep(.forBridgeAlone))
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
