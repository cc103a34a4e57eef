#if TAK
  import CursorOnTarget
  import SwiftProtobuf
  import Testing

  @Suite("TAKMessage")
  struct TAKMessageTests {
    private func message(_ fields: [(Int, [UInt8])]) -> [UInt8] {
      fields.flatMap { number, bytes in [UInt8(number << 3 | 2)] + varint(bytes.count) + bytes }
    }

    private func varint(_ number: Int) -> [UInt8] {
      number < 128 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    /// An event by hand: uid, type, how and times, then other fields.
    private func event(detail: [UInt8] = [], more: [UInt8] = []) -> [UInt8] {
      let moment: [UInt8] = [0x80, 0xEC, 0xA3, 0x9B, 0xDE, 0x33]
      let texts = message([(1, Array("a-f-G".utf8)), (5, Array("U".utf8)), (9, Array("m-g".utf8))])
      let times = [0x30] + moment + [0x38] + moment + [0x40] + moment
      return message([(2, texts + times + more + (detail.isEmpty ? [] : message([(15, detail)])))])
    }

    @Test("What another implementation made of a position is the position")
    func otherImplementation() throws {
      guard case .message(let bytes) = try TAKDatagram(EventFiles.message("position.mesh")) else {
        throw CoTError.closed
      }
      let read = try TAKMessage(reading: bytes)
      #expect(try read.event == EventFiles.event("position"))
      #expect(try TAKMessage(reading: TAKMessage(event: read.event).bytes()) == read)
    }

    @Test(
      "Events go through a message unchanged, in less than half of the bytes for a position",
      arguments: EventFiles.names)
    func roundTrip(name: String) throws {
      let event = try EventFiles.event(name)
      let bytes = try TAKMessage(event: event).bytes()
      #expect(try TAKMessage(reading: bytes).event == event)
      if name == "position" { #expect(try bytes.count * 2 < CoTWriter().bytes(event).count) }
    }

    @Test("An element has its field when it says exactly what the field holds, else it stands in the text")
    func exactElements() throws {
      func bytes(_ detail: String) throws -> String {
        let event = try EventFiles.read(EventFiles.text(detail: "<detail>\(detail)</detail>"))
        let bytes = try TAKMessage(event: event).bytes()
        #expect(try TAKMessage(reading: bytes).event == event)
        return String(decoding: bytes, as: UTF8.self)
      }
      for whole in [
        "<contact callsign='C'/>", "<contact endpoint='E' callsign='C'/>", "<__group name='C' role='R'/>",
        "<status battery='5'/>", "<track course='1' speed='2'/>", "<takv device='C' platform='P' os='O' version='V'/>",
        "<precisionlocation geopointsrc='C' altsrc='A'/>",
      ] { #expect(try !bytes(whole).contains("<"), "\(whole)") }
      for part in [
        "<contact endpoint='E'/>", "<contact callsign='C' phone='1'/>", "<contact callsign='C' endpoint=''/>",
        "<__group name='C'/>",
        "<status battery='5' readiness='true'/>", "<track course='1'/>", "<takv device='C' platform='P' version='V'/>",
        "<takv device='C' platform='' os='O' version='V'/>", "<precisionlocation altsrc='A'/>", "<uid Droid='D'/>",
      ] { #expect(try bytes(part).contains("<" + part.dropFirst().prefix { $0 != " " }), "\(part)") }
    }

    @Test("What stands in the text wins over the field")
    func textWins() throws {
      let contact = message([(2, Array("FIELD".utf8))])
      let text = Array("<contact callsign=\"TEXT\"/>".utf8)
      let both = try TAKMessage(reading: event(detail: message([(1, text), (2, contact)])))
      #expect(both.event?.detail.contact?.callsign?.description == "TEXT")
      let field = try TAKMessage(reading: event(detail: message([(2, contact)])))
      #expect(field.event?.detail.contact?.callsign?.description == "FIELD")
      #expect(throws: CoTError.duplicate(.contact)) {
        try TAKMessage(reading: event(detail: message([(1, text + text)])))
      }
    }

    @Test("The text of a detail is held to the rules of an event's XML")
    func hostileText() {
      for text in [
        "</detail></event><event>", "<!DOCTYPE d>", "<a>&b;</a>", "<!-- -->", "<a><![CDATA[]]></a>", "x", "<a/>x",
        "<?xml version='1.0'?><a/>",
        "<a>\u{202E}</a>", String(repeating: "<a>", count: 15) + String(repeating: "</a>", count: 15),
      ] {
        #expect(throws: CoTError.self, "\(text)") {
          try TAKMessage(reading: event(detail: message([(1, Array(text.utf8))])))
        }
      }
    }

    @Test("Missing, empty and impossible fields are refused by name")
    func refusals() throws {
      #expect(throws: CoTError.missing(.uid)) { try TAKMessage(reading: message([(2, message([(1, [0x61])]))])) }
      #expect(throws: CoTError.invalid(.latitude)) {
        try TAKMessage(reading: event(more: [0x51, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F]))
      }
      #expect(throws: CoTError.invalid(.status)) {
        try TAKMessage(reading: event(detail: message([(5, [0x08, 101])])))
      }
      #expect(throws: CoTError.invalid(.contact)) {
        try TAKMessage(reading: event(detail: message([(2, message([(2, [10])]))])))
      }
      #expect(throws: CoTError.missing(.time)) { try TAKMessage(reading: event(more: [0x30, 0])) }
      #expect(throws: CoTError.invalid(.time)) {
        try TAKMessage(reading: event(more: [0x30] + Array(repeating: 0xFF, count: 9) + [1]))
      }
      #expect(try TAKMessage(reading: []) == TAKMessage())
    }

    @Test("What is no message is refused, whatever is cut or changed")
    func mutations() throws {
      let bytes = try TAKMessage(versions: TAKVersionRange(contact: CoTLine("ME")), event: EventFiles.event("chat"))
        .bytes()
      #expect(try TAKMessage(reading: bytes).versions?.contact?.description == "ME")
      for length in 1..<bytes.count { _ = try? TAKMessage(reading: Array(bytes[..<length])) }
      for place in bytes.indices {
        for change: UInt8 in [0, 0x7F, 0x80, 0xFF] {
          var changed = bytes
          changed[place] = change
          guard let read = try? TAKMessage(reading: changed) else { continue }
          #expect(try TAKMessage(reading: read.bytes()) == read)
        }
      }
      #expect(throws: CoTError.malformed(expected: "a message of the TAK protocol", offset: 0)) {
        try TAKMessage(reading: Array(bytes.dropLast()))
      }
    }

    @Test("Size is bounded both ways, and fields that nobody knows are left out")
    func bounds() throws {
      #expect(throws: CoTError.tooLarge(limit: 64 << 10)) {
        try TAKMessage(reading: Array(repeating: 0, count: (64 << 10) + 1))
      }
      var event = try EventFiles.event("position")
      event.detail.remarks = CoTRemarks(text: try CoTText(String(repeating: "x", count: 64 << 10)))
      #expect(throws: CoTError.tooLarge(limit: 64 << 10)) { try TAKMessage(event: event).bytes() }
      let known = self.event()
      let unknown = known + message([(14, Array(repeating: 7, count: 1000))])
      #expect(try TAKMessage(reading: unknown).bytes() == TAKMessage(reading: known).bytes())
    }

    @Test("The labels of a classified event keep their fields")
    func labels() throws {
      let event = try EventFiles.read(EventFiles.text(more: "access=\"A\" caveat=\"C\" releaseableTo=\"R\""))
      #expect(try TAKMessage(reading: TAKMessage(event: event).bytes()).event == event)
    }
  }
#endif
