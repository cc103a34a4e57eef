import CursorOnTarget
import Foundation
import SecurityTesting
import Testing

@Suite("Values of an event")
struct CoTValuesTests {
  @Test(
    "Times are read in the forms of the field, to the millisecond",
    arguments: [
      ("1970-01-01T00:00:00Z", Int64(0)), ("2026-05-01T12:00:00Z", 1_777_636_800_000),
      ("2026-05-01T12:00:00.5Z", 1_777_636_800_500),
      ("2026-05-01T12:00:00.123456789Z", 1_777_636_800_123), ("2026-05-01T12:00:00.123456+00:00", 1_777_636_800_123),
      ("2026-05-01T14:00:00+02:00", 1_777_636_800_000), ("2026-05-01T06:30:00-05:30", 1_777_636_800_000),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func times(text: String, milliseconds: Int64) throws {
    let time = try CoTTime(text)
    #expect(time.millisecondsSince1970 == milliseconds)
    #expect(try CoTTime(time.description) == time)
  }

  @Test(
    "Times that do not exist, and other forms, are refused",
    arguments: [
      "", "2026-05-01", "2026-05-01T12:00:00", "2026-05-01 12:00:00Z", "2026-5-1T12:00:00Z", "2026-02-29T00:00:00Z",
      "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-05-01T24:00:00Z",
      "2026-05-01T12:60:00Z", "2026-05-01T12:00:60Z", "2026-05-01T12:00:00.Z", "2026-05-01T12:00:00.1234567890Z",
      "2026-05-01T12:00:00z", "2026-05-01T12:00:00Z ", "2026-05-01T12:00:00+2:00", "2026-05-01T12:00:00+0200",
      "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00", "+026-05-01T12:00:00Z", "٢026-05-01T12:00:00Z",
    ])
  func otherTimes(text: String) { #expect(throws: CoTError.invalid(.time)) { try CoTTime(text) } }

  @Test("Every day is written as Foundation writes it")
  func calendar() throws {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var random = SeededGenerator(seed: 4)
    for day in 0..<3000 {
      let milliseconds = Int64(day) * 977 * 86_400_000 + .random(in: 0..<86_400_000, using: &random)
      let time = try CoTTime(millisecondsSince1970: milliseconds)
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1000) + Double(milliseconds % 1000) / 1000 + 0.0001)
      #expect(time.description == date.formatted(format))
    }
  }

  @Test("A time moved too far stops at the end of its range")
  func clamping() throws {
    let time = try CoTTime("2026-05-01T12:00:00Z")
    #expect(time.advanced(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(time.advanced(milliseconds: .min).millisecondsSince1970 == 0)
    #expect(throws: CoTError.invalid(.time)) { try CoTTime(millisecondsSince1970: -1) }
  }

  @Test("Numbers are read as the C library reads them, and written so that they come back")
  func numbers() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let digits = String(
        UInt64.random(in: 0...UInt64.max, using: &random).description.prefix(.random(in: 1...17, using: &random)))
      let point = Int.random(in: 0...digits.count, using: &random)
      let text =
        (Bool.random(using: &random) ? "-" : "") + digits.prefix(point) + "." + digits.dropFirst(point)
        + (Bool.random(using: &random) ? "e\(Int.random(in: -25...3, using: &random))" : "")
      let expected = strtod(text, nil)
      guard abs(expected) <= 90, abs(expected) >= 1e-9 else { continue }
      let event = try EventFiles.read(EventFiles.text(point: "<point lat=\"\(text)\" lon=\"1\"/>"))
      #expect(event.point.latitude == expected, "\(text)")
      let written = try String(decoding: CoTWriter().bytes(event), as: UTF8.self)
      #expect(!written.split(separator: "<point ")[1].prefix { $0 != ">" }.contains("e-"))
      #expect(try EventFiles.read(written).point == event.point)
    }
  }

  @Test("A point holds only finite numbers within their ranges; 9999999 and 999999 are unknown")
  func points() throws {
    for bad in [Double.nan, .infinity, -.infinity, 90.1, -90.1] {
      #expect(throws: CoTError.invalid(.latitude)) { try CoTPoint(latitude: bad, longitude: 0) }
    }
    #expect(throws: CoTError.invalid(.longitude)) { try CoTPoint(latitude: 0, longitude: 181) }
    #expect(throws: CoTError.invalid(.height)) { try CoTPoint(latitude: 0, longitude: 0, height: .nan) }
    #expect(throws: CoTError.invalid(.circularError)) { try CoTPoint(latitude: 0, longitude: 0, circularError: -0.1) }
    let point = try CoTPoint(
      latitude: -0.0, longitude: 1e-300, height: 9_999_999, circularError: 999_999, linearError: 0)
    #expect(point.latitude.sign == .plus && point.longitude == 0)
    #expect(point.height == nil && point.circularError == nil && point.linearError == 0)
  }

  @Test("A type is within its branches, atom by atom")
  func types() throws {
    let type = try CoTType("a-f-G-U-C")
    #expect(type.atoms.count == 5 && type.isWithin(.friend) && type.isWithin(.atom) && type.isWithin(type))
    #expect(try !CoTType("a-friend").isWithin(.friend) && !CoTType.friend.isWithin(type))
    #expect(CoTType.ping.isWithin(.control) && CoTType.control.isWithin(.tasking) && !CoTType.chat.isWithin(.tasking))
    for text in ["", "-", "a-", "-a", "a--b", "a b", "a\n", "ä", String(repeating: "a", count: 129)] {
      #expect(throws: CoTError.invalid(.type)) { try CoTType(text) }
    }
  }

  @Test("Texts are compared byte by byte: what Unicode calls the same is another uid")
  func bytewise() throws {
    #expect("é" == "e\u{301}")
    #expect(try CoTLine("é") != CoTLine("e\u{301}") && CoTText("é") != CoTText("e\u{301}"))
    #expect(try Set([CoTLine("é"), CoTLine("e\u{301}"), CoTLine("é")]).count == 2)
  }

  @Test("An event can be made with valid parts only")
  func events() throws {
    let now = try EventFiles.now.get()
    let point = try CoTPoint(latitude: 0, longitude: 0)
    #expect(throws: CoTError.invalid(.uid)) {
      try CoTEvent(uid: CoTLine(""), type: .friend, how: .gps, time: now, stale: now, point: point)
    }
    #expect(throws: CoTError.invalid(.stale)) {
      try CoTEvent(
        uid: CoTLine("u"), type: .friend, how: .gps, time: now, stale: now.advanced(milliseconds: -1), point: point)
    }
    let event = try CoTEvent(uid: CoTLine("u"), type: .friend, how: .gps, time: now, stale: now, point: point)
    #expect(event.isStale(at: now) && !event.isStale(at: now.advanced(milliseconds: -1)))
    #expect(throws: CoTError.invalid(.status)) { try CoTStatus(battery: 101) }
    #expect(throws: CoTError.invalid(.track)) { try CoTTrack(course: .nan, speed: 1) }
    #expect(CoTTeam.allCases.count == 14)
  }
}
