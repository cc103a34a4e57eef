import CursorOnTarget
import SecurityTesting
import Testing

@Suite("CoTWriter")
struct CoTWriterTests {
  @Test(
    "What was read is written as one event that is read as the same value; a second writing is the same",
    arguments: EventFiles.names)
  func roundTrip(name: String) throws {
    let event = try EventFiles.event(name)
    let bytes = try CoTWriter().bytes(event)
    let again = try CoTReader().read(bytes)
    #expect(again == event)
    #expect(try CoTWriter().bytes(again) == bytes)
    let declared = try CoTWriter(writesDeclaration: true).bytes(event)
    #expect(try CoTReader().read(declared) == event && declared.starts(with: "<?xml ".utf8))
  }

  @Test("The canonical form of a position, letter by letter")
  func canonical() throws {
    let text = EventFiles.text(
      point: "<point le='5' ce='9999999' lat='1e-5' lon='-0'/>",
      detail: "<detail><b z='1' y='&lt;&quot;'/> <contact endpoint='e' callsign='c'/></detail>")
    let written = try String(decoding: CoTWriter().bytes(EventFiles.read(text)), as: UTF8.self)
    #expect(
      written == """
        <event version="2.0" uid="U" type="a-f-G" how="m-g" time="2026-05-01T12:00:00.000Z" \
        start="2026-05-01T12:00:00.000Z" stale="2026-05-01T12:01:00.000Z">\
        <point lat="0.00001" lon="0.0" hae="9999999.0" ce="9999999.0" le="5.0"/>\
        <detail><contact callsign="c" endpoint="e"/><b z="1" y="&lt;&quot;"/></detail></event>
        """)
  }

  @Test("Text that looks like markup ends as text")
  func escapes() throws {
    var event = try EventFiles.event("position")
    let hostile = "\"'></event><event uid=\"x\"/><!--]]>&amp;"
    event.detail.contact = CoTContact(callsign: try CoTLine(hostile))
    event.detail.remarks = CoTRemarks(text: try CoTText(hostile + "\r\n\t"))
    let bytes = try CoTWriter().bytes(event)
    #expect(try CoTReader().read(bytes) == event)
    var stream = CoTStreamReader()
    try stream.receive(bytes)
    #expect(try stream.next() == bytes)
    #expect(try stream.next() == nil)
  }

  @Test("What the reader would refuse for its size is not written")
  func limits() throws {
    var event = try EventFiles.event("position")
    event.detail.remarks = CoTRemarks(text: try CoTText(String(repeating: "&", count: 20_000)))
    #expect(throws: CoTError.tooLarge(limit: 64 << 10)) { try CoTWriter().bytes(event) }
    event = try EventFiles.event("position")
    var deep = try CoTElement("a")
    for _ in 0..<13 { deep = try CoTElement("a", content: [.element(deep)]) }
    try event.detail.add(deep)
    _ = try CoTReader().read(CoTWriter().bytes(event))
    try event.detail.add(CoTElement("a", content: [.element(deep)]))
    #expect(throws: CoTError.tooDeep(limit: 16)) { try CoTWriter().bytes(event) }
    event = try EventFiles.event("alarm")
    // Besides event, point, detail, contact, emergency and link.
    for _ in 0..<994 { try event.detail.add(CoTElement("a")) }
    _ = try CoTReader().read(CoTWriter().bytes(event))
    try event.detail.add(CoTElement("a"))
    #expect(throws: CoTError.tooMany(limit: 1000)) { try CoTWriter().bytes(event) }
  }

  @Test("Elements cannot be made that no event may hold")
  func elements() throws {
    for name in ["", "1", "a b", "a:b", "ä", "a>", String(repeating: "a", count: 65)] {
      #expect(throws: CoTError.invalidText) { try CoTElement(name) }
      #expect(throws: CoTError.invalidText) { try CoTAttribute(name, CoTText("")) }
    }
    let twice = try CoTAttribute("a", CoTText(""))
    #expect(throws: CoTError.invalidText) { try CoTElement("a", attributes: [twice, twice]) }
    for text in ["\u{0}", "\u{1B}[2J", "\u{202E}", String(repeating: "a", count: (64 << 10) + 1)] {
      #expect(throws: CoTError.invalidText) { try CoTText(text) }
    }
    for text in ["\n", "\t", String(repeating: "a", count: 1025)] {
      #expect(throws: CoTError.invalidText) { try CoTLine(text) }
    }
  }

  @Test("Any event that can be made is read again as the same value, as XML and as a message")
  func anyEvent() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let event = try AnyEvent.make(using: &random)
      let bytes = try CoTWriter().bytes(event)
      let again = try CoTReader().read(bytes)
      #expect(again == event)
      #expect(try CoTWriter().bytes(again) == bytes)
      #if TAK
        let message = try TAKMessage(event: event).bytes()
        #expect(try TAKMessage(reading: message).event == event)
        #expect(try TAKMessage(event: event).bytes() == message)
      #endif
    }
  }
}
