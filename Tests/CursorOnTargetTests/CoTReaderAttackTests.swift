import CursorOnTarget
import Testing

@Suite("CoTReader, attacked")
struct CoTReaderAttackTests {
  private static let good = EventFiles.text()

  @Test("A second event, and anything else behind the first, is refused")
  func injection() {
    for tail in [Self.good, "<event/>", "x", "</event>", "\u{0}", "<!-- -->", "<?p?>", "<![CDATA[]]>"] {
      #expect(throws: CoTError.self) { try EventFiles.read(Self.good + tail) }
    }
    let text = EventFiles.text(detail: "<detail><remarks>a</remarks></detail></event>" + Self.good)
    #expect(throws: CoTError.self) { try EventFiles.read(text) }
    // The end of an event inside a value is text, or no XML at all.
    #expect(throws: CoTError.self) { try EventFiles.read(EventFiles.text(uid: "uid=\"</event><event>\"")) }
    #expect(throws: Never.self) { try EventFiles.read(EventFiles.text(uid: "uid=\"&lt;/event>\"")) }
  }

  @Test("A nested event is no event")
  func nested() {
    #expect(throws: CoTError.invalid(.event)) { try EventFiles.read(EventFiles.text(detail: Self.good)) }
  }

  @Test(
    "Markup that readers disagree about is refused by kind",
    arguments: [
      ("<!DOCTYPE event>", "", CoTForbiddenMarkup.documentType),
      ("<?xml-stylesheet href='x'?>", "", .processingInstruction),
      ("<!-- x -->", "", .comment), ("", "<!-- x -->", .comment), ("", "<?p x?>", .processingInstruction),
      ("", "<remarks><![CDATA[x]]></remarks>", .characterData), ("", "<remarks>&a;</remarks>", .entity),
      ("", "<remarks>&nbsp;</remarks>", .entity), ("", "<x:contact/>", .namespace),
      ("", "<a xlink:href='x'/>", .namespace),
      ("<?xml version='1.0'?><?xml version='1.0'?>", "", .processingInstruction),
    ])
  func markup(before: String, inside: String, kind: CoTForbiddenMarkup) {
    let text = before + EventFiles.text(detail: "<detail>\(inside)</detail>")
    #expect {
      try EventFiles.read(text)
    } throws: {
      guard case .forbidden(let found, _) = $0 as? CoTError else { return false }
      return found == kind
    }
  }

  @Test("Entities that grow or reach out are refused before they are declared")
  func bombs() {
    let laughs = """
      <!DOCTYPE e [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
      """
    let outside = "<!DOCTYPE e [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
    for head in [laughs, outside, "<?xml version=\"1.0\"?>" + laughs] {
      #expect {
        try EventFiles.read(head + EventFiles.text(detail: "<detail><remarks>&a;</remarks></detail>"))
      } throws: {
        guard case .forbidden(.documentType, _) = $0 as? CoTError else { return false }
        return true
      }
    }
  }

  @Test("Depth, elements, attributes, names and bytes are bounded; one less is taken")
  func bounds() throws {
    func nested(_ depth: Int) -> String {
      let tags = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
      return EventFiles.text(detail: "<detail>\(tags)</detail>")
    }
    _ = try EventFiles.read(nested(14))
    #expect(throws: CoTError.tooDeep(limit: 16)) { try EventFiles.read(nested(15)) }
    let wide = CoTLimits(maximumBytes: 1 << 20)
    #expect(throws: CoTError.tooDeep(limit: 16)) { try EventFiles.read(nested(10_000), wide) }
    func many(_ count: Int) -> String {
      EventFiles.text(detail: "<detail>\(String(repeating: "<a/>", count: count))</detail>")
    }
    _ = try EventFiles.read(many(997))
    #expect(throws: CoTError.tooMany(limit: 1000)) { try EventFiles.read(many(998)) }
    func attributes(_ count: Int) -> String {
      EventFiles.text(detail: "<detail><a \((0..<count).map { "x\($0)=\"\"" }.joined(separator: " "))/></detail>")
    }
    _ = try EventFiles.read(attributes(64))
    #expect(throws: CoTError.tooMany(limit: 64)) { try EventFiles.read(attributes(65)) }
    #expect(throws: CoTError.self) {
      try EventFiles.read(EventFiles.text(detail: "<detail><\(String(repeating: "n", count: 65))/></detail>"))
    }
    let short = EventFiles.text(detail: "<detail></detail>")
    let full = short + String(repeating: " ", count: (64 << 10) - short.utf8.count)
    _ = try EventFiles.read(full)
    #expect(throws: CoTError.tooLarge(limit: 64 << 10)) { try EventFiles.read(full + " ") }
  }

  @Test("A text of a megabyte is refused, whatever the limit of the event")
  func longTexts() {
    let long = String(repeating: "x", count: 1 << 20)
    let text = EventFiles.text(detail: "<detail><remarks>\(long)</remarks></detail>")
    #expect(throws: CoTError.tooLarge(limit: 64 << 10)) { try EventFiles.read(text) }
    for text in [text, EventFiles.text(detail: "<detail><a b=\"\(long)\"/></detail>")] {
      #expect(throws: CoTError.tooLarge(limit: 64 << 10)) {
        try EventFiles.read(text, CoTLimits(maximumBytes: 4 << 20))
      }
    }
    #expect(throws: CoTError.invalid(.contact)) {
      try EventFiles.read(
        EventFiles.text(detail: "<detail><contact callsign=\"\(String(repeating: "x", count: 1025))\"/></detail>"))
    }
  }

  @Test("Control characters and those that turn the direction of writing are refused, written out or referred to")
  func characters() throws {
    for scalar: UInt32 in [0, 1, 8, 11, 0x1B, 0x7F, 0x85, 0x9F, 0x202A, 0x202E, 0x2066, 0x2069, 0x2028, 0xFEFF, 0xFFFE]
    {
      let raw = String(Character(try #require(Unicode.Scalar(scalar))))
      for written in [raw, "&#\(scalar);", "&#x" + String(scalar, radix: 16) + ";"] {
        for text in [
          EventFiles.text(uid: "uid=\"a\(written)\""),
          EventFiles.text(detail: "<detail><remarks>\(written)</remarks></detail>"),
        ] {
          #expect(throws: CoTError.self, "\(scalar)") { try EventFiles.read(text) }
        }
      }
    }
    for scalar in ["ä", "語", "\u{200D}", "😀", "\u{200F}"] {
      #expect(try EventFiles.read(EventFiles.text(uid: "uid=\"\(scalar)\"")).uid.description == scalar)
    }
  }

  @Test("Bytes that are not UTF-8, or no UTF-8 declared, are refused")
  func encodings() {
    for bad: [UInt8] in [[0xC3], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      let bytes = Array("<event uid=\"".utf8) + bad + Array("\"/>".utf8)
      #expect(throws: CoTError.notUTF8) { try CoTReader().read(bytes) }
    }
    for head in ["utf-16", "latin1", "utf-7"].map({ "<?xml version=\"1.0\" encoding=\"\($0)\"?>" })
      + ["<?xml version=\"1.1\"?>", "<?xml encoding=\"utf-8\"?>", "<?xml version=\"1.0\" x=\"y\"?>", "\u{FEFF}"]
    {
      #expect(throws: CoTError.self) { try EventFiles.read(head + Self.good) }
    }
    #expect(throws: Never.self) { try EventFiles.read("<?xml version='1.0' encoding='ASCII'?>\n" + Self.good) }
  }

  @Test("Every shorter text, and every one with a byte changed, is refused or read, and nothing else")
  func mutations() throws {
    let bytes = try EventFiles.bytes("chat")
    for length in 0..<bytes.count - 1 {
      #expect(throws: CoTError.self) { try CoTReader().read(Array(bytes[..<length])) }
    }
    for place in bytes.indices {
      for change: UInt8 in [0, 0x3C, 0x22, 0x26, 0x80, 0x2F] {
        var changed = bytes
        changed[place] = change
        guard let event = try? CoTReader().read(changed) else { continue }
        let written = try CoTWriter().bytes(event)
        #expect(try CoTReader().read(written) == event)
      }
    }
  }

  @Test("A refusal holds no text from outside")
  func silent() {
    let secret = "s3cr3t"
    for text in [
      EventFiles.text(uid: "uid=\"&\(secret);\""), EventFiles.text(type: "type=\"\(secret)!\""), "<\(secret)/>",
      EventFiles.text(time: "time=\"\(secret)\""), EventFiles.text(detail: "<detail><\(secret)></x></detail>"),
    ] {
      #expect { try EventFiles.read(text) } throws: {
        !"\($0)".contains(secret) && !String(reflecting: $0).contains(secret)
      }
    }
  }
}
