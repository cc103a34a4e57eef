import CursorOnTarget
import Testing

@Suite("CoTReader")
struct CoTReaderTests {
  @Test("A position is read with every element that has a type")
  func position() throws {
    let event = try EventFiles.event("position")
    #expect(event.uid.description == "ANDROID-352f4a1b9c0d" && event.type.isWithin(.friend) && event.how == .gps)
    #expect(event.time.description == "2026-05-01T12:00:00.000Z")
    #expect(event.stale.description == "2026-05-01T12:06:15.250Z")
    #expect(event.point.latitude == 48.137154 && event.point.longitude == 11.576124)
    #expect(event.point.height == 519.25 && event.point.circularError == 4.7 && event.point.linearError == nil)
    let detail = event.detail
    #expect(detail.contact?.callsign?.description == "ALPHA 1" && detail.contact?.endpoint?.description == "*:-1:stcp")
    #expect(detail.group?.team == .cyan && detail.group?.role?.description == "Team Member")
    #expect(detail.software?.system?.description == "34" && detail.software?.version?.description == "4.6.0.5")
    #expect(detail.status?.battery == 87 && detail.track?.course == 271.4 && detail.track?.speed == 1.3)
    #expect(detail.droid?.droid?.description == "ALPHA 1" && detail.precisionLocation?.heightSource != nil)
    #expect(detail.others.isEmpty && event.more.isEmpty)
  }

  @Test("A chat is read with its room, its people, its text and its receivers")
  func chat() throws {
    let event = try EventFiles.event("chat")
    #expect(event.type == .chat && event.access?.description == "Undefined")
    #expect(event.point.height == nil && event.point.circularError == nil && event.point.linearError == nil)
    let chat = try #require(event.detail.chat)
    #expect(chat.room?.description == "BRAVO" && chat.senderCallsign?.description == "ALPHA 1")
    #expect(chat.group?.members.map(\.description) == ["ANDROID-1", "ANDROID-2"])
    #expect(chat.more.map(\.name) == ["parent", "groupOwner"])
    #expect(event.detail.remarks?.text?.description == "two\nlines & <marks> ä")
    #expect(event.detail.marti?.destinations.map { $0.callsign?.description } == ["BRAVO"])
    #expect(event.detail.others.map(\.name) == ["link"] && event.detail.others[0]["relation"]?.description == "p-p")
  }

  @Test("An alarm is read, with single quotes, a difference to UTC, digits of a microsecond and an exponent")
  func alarm() throws {
    let event = try EventFiles.event("alarm")
    #expect(
      event.time.description == "2026-05-01T12:00:00.123Z" && event.stale.description == "2026-05-01T14:00:10.900Z")
    #expect(event.point.longitude == -180 && event.point.height == -12.5 && event.point.circularError == 10)
    #expect(event.detail.emergency?.kind?.description == "911 Alert" && event.detail.emergency?.isCancelled == false)
  }

  @Test("What is not known is kept: attributes beside the known ones, elements with their order and content")
  func keepsUnknown() throws {
    let text = EventFiles.text(
      more: "caveat=\"X\"",
      detail: "<detail><zeta b=\"1\" a=\"&#10;\">t<q/>u</zeta><contact callsign=\"A\" phone=\"5\"/><alpha/></detail>")
    let event = try EventFiles.read(text)
    #expect(event.more.map(\.name) == ["caveat"])
    #expect(event.detail.contact?.more.first?.value.description == "5")
    #expect(event.detail.others.map(\.name) == ["zeta", "alpha"])
    #expect(event.detail.others[0]["a"]?.description == "\n" && event.detail.others[0].content.count == 3)
  }

  @Test(
    "What an event must have is missed by name",
    arguments: [
      (EventFiles.text(uid: ""), CoTField.uid), (EventFiles.text(type: ""), .type), (EventFiles.text(how: ""), .how),
      (EventFiles.text(time: ""), .time), (EventFiles.text(stale: ""), .stale),
      (EventFiles.text(version: ""), .version),
      (EventFiles.text(point: ""), .point), (EventFiles.text(point: "<point lat=\"1\"/>"), .longitude),
      (EventFiles.text(point: "<point lon=\"1\"/>"), .latitude),
    ])
  func missing(text: String, field: CoTField) {
    #expect(throws: CoTError.missing(field)) { try EventFiles.read(text) }
  }

  @Test(
    "Numbers that are none or out of range are refused by name",
    arguments: [
      ("lat=\"nan\" lon=\"1\"", CoTField.latitude), ("lat=\"NaN\" lon=\"1\"", .latitude),
      ("lat=\"999\" lon=\"1\"", .latitude), ("lat=\"-90.0000001\" lon=\"1\"", .latitude),
      ("lat=\"inf\" lon=\"1\"", .latitude), ("lat=\"0x1p3\" lon=\"1\"", .latitude), ("lat=\"\" lon=\"1\"", .latitude),
      ("lat=\" 1\" lon=\"1\"", .latitude), ("lat=\"1,5\" lon=\"1\"", .latitude), ("lat=\"1e400\" lon=\"1\"", .latitude),
      ("lat=\"1e\" lon=\"1\"", .latitude), ("lat=\".\" lon=\"1\"", .latitude), ("lat=\"--1\" lon=\"1\"", .latitude),
      ("lat=\"1\" lon=\"180.1\"", .longitude), ("lat=\"1\" lon=\"-infinity\"", .longitude),
      ("lat=\"1\" lon=\"1\" ce=\"-1\"", .circularError), ("lat=\"1\" lon=\"1\" le=\"1e9\"", .linearError),
      ("lat=\"1\" lon=\"1\" hae=\"-1e6\"", .height), ("lat=\"1\" lon=\"1\" x=\"1\"", .point),
      ("lat=\"11111111111111111111111111111111111\" lon=\"1\"", .latitude),
    ])
  func numbers(attributes: String, field: CoTField) {
    #expect(throws: CoTError.invalid(field)) { try EventFiles.read(EventFiles.text(point: "<point \(attributes)/>")) }
  }

  @Test(
    "Texts and parts that are none are refused by name",
    arguments: [
      (EventFiles.text(uid: "uid=\"\""), CoTField.uid),
      (EventFiles.text(uid: "uid=\"" + String(repeating: "u", count: 257) + "\""), .uid),
      (EventFiles.text(uid: "uid=\"a&#10;b\""), .uid), (EventFiles.text(version: "version=\"1.0\""), .version),
      (EventFiles.text(type: "type=\"a--f\""), .type), (EventFiles.text(type: "type=\"a-f-\""), .type),
      (EventFiles.text(type: "type=\"a f\""), .type), (EventFiles.text(how: "how=\"\""), .how),
      (EventFiles.text(time: "time=\"yesterday\""), .time),
      (EventFiles.text(stale: "stale=\"2026-05-01T11:59:59Z\""), .stale),
      (EventFiles.text(more: "xmlns=\"u\""), .event), (EventFiles.text(detail: "<b/>"), .event),
      (EventFiles.text(detail: "text"), .event), (EventFiles.text(detail: "<detail>text</detail>"), .detail),
      (EventFiles.text(detail: "<detail a=\"1\"/>"), .detail),
      (EventFiles.text(detail: "<detail><contact callsign=\"a&#9;b\"/></detail>"), .contact),
      (EventFiles.text(detail: "<detail><contact xmlns=\"u\"/></detail>"), .contact),
      (EventFiles.text(detail: "<detail><contact><x/></contact></detail>"), .contact),
      (EventFiles.text(detail: "<detail><status battery=\"101\"/></detail>"), .status),
      (EventFiles.text(detail: "<detail><status battery=\"-3\"/></detail>"), .status),
      (EventFiles.text(detail: "<detail><track course=\"NaN\" speed=\"1\"/></detail>"), .track),
      (EventFiles.text(detail: "<detail><track course=\"361\" speed=\"1\"/></detail>"), .track),
      (EventFiles.text(detail: "<detail><marti><x/></marti></detail>"), .marti),
      (EventFiles.text(detail: "<detail><emergency cancel=\"perhaps\"/></detail>"), .emergency),
      (EventFiles.text(detail: "<detail><__chat><chatgrp uid0=\"a\" uid2=\"b\"/></__chat></detail>"), .chat),
    ])
  func parts(text: String, field: CoTField) {
    #expect(throws: CoTError.invalid(field)) { try EventFiles.read(text) }
  }

  @Test("A known element, a point, a detail that stands twice is refused")
  func duplicates() {
    for name in [
      "contact", "__group", "takv", "status", "track", "uid", "precisionlocation", "remarks", "marti", "__chat",
    ] {
      let text = EventFiles.text(detail: "<detail><\(name)/><\(name)/></detail>")
      #expect { try EventFiles.read(text) } throws: {
        if case .duplicate = $0 as? CoTError { true } else { false }
      }
    }
    let point = "<point lat=\"1\" lon=\"2\"/>"
    #expect(throws: CoTError.duplicate(.point)) { try EventFiles.read(EventFiles.text(point: point + point)) }
    #expect(throws: CoTError.duplicate(.detail)) { try EventFiles.read(EventFiles.text(detail: "<detail/><detail/>")) }
    #expect(throws: CoTError.self) { try EventFiles.read(EventFiles.text(uid: "uid=\"a\" uid=\"b\"")) }
  }

  @Test("A course and a speed of -1 are unknown")
  func unknownTrack() throws {
    let event = try EventFiles.read(EventFiles.text(detail: "<detail><track course=\"-1\" speed=\"-1.0\"/></detail>"))
    #expect(event.detail.track != nil && event.detail.track?.course == nil && event.detail.track?.speed == nil)
  }
}
