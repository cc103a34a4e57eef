import CursorOnTarget
import SecurityTesting
import Testing

@Suite("CoTStreamReader")
struct CoTStreamReaderTests {
  private func events(_ chunks: [[UInt8]], maximumBytes: Int = 64 << 10) throws(CoTError) -> [[UInt8]] {
    var reader = CoTStreamReader(maximumBytes: maximumBytes)
    var found: [[UInt8]] = []
    for chunk in chunks {
      try reader.receive(chunk)
      while let event = try reader.next() { found.append(event) }
    }
    return found
  }

  private func sample() throws -> (bytes: [UInt8], events: [[UInt8]]) {
    let chat = Array(try EventFiles.bytes("chat").dropLast())
    let position = try Array(EventFiles.bytes("position").split(separator: 10)[1])
    let tricky = Array("<event a='/event>&gt;/>' b=\"'>\"><x y='/'/>/ ' \" text</event >".utf8)
    let empty = Array("<event/>".utf8)
    let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    return (
      head + chat + position + [10, 13, 32] + head + tricky + empty + head + position,
      [chat, position, tricky, empty, position]
    )
  }

  @Test("Events are cut at their ends, declarations and blanks between them left out")
  func cuts() throws {
    let sample = try sample()
    #expect(try events([sample.bytes]) == sample.events)
  }

  @Test("Wherever the bytes are split, no event is lost or joined")
  func splits() throws {
    let sample = try sample()
    #expect(try events(sample.bytes.map { [$0] }) == sample.events)
    for place in sample.bytes.indices {
      #expect(try events([Array(sample.bytes[..<place]), Array(sample.bytes[place...])]) == sample.events)
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      var rest = sample.bytes[...]
      var chunks: [[UInt8]] = []
      while !rest.isEmpty {
        let count = Int.random(in: 0...40, using: &random)
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(try events(chunks) == sample.events)
    }
  }

  @Test(
    "Garbage closes the stream, after the event before it",
    arguments: [
      "x", "<a/>", "<events/>", "</event>", "<eventx", "<event\u{E4}/>", "<!DOCTYPE e>", "<!- -->", "<??>", "<?1?>",
      "\u{FEFF}<event/>", "\u{BF}\u{01}", "<!-- -- -->", "<event><!-- -- --></event>", "<event><!DOCTYPE e></event>",
      "<event><![cdata[]]></event>", "<event a='<'/>", "<event <a/>", "<event <!-- -->/>", "<![CDATA[ ]]>",
      "<event><></event>", "<event></<event>", "<event / >", "<event><<a/></event>", "<event><a//></event>",
      "<?xml?>", "<?xml " + String(repeating: "x", count: 300), "\u{0}", "<?xml version='1.0'>",
    ])
  func garbage(text: String) throws {
    var reader = CoTStreamReader()
    try reader.receive(Array(("<event/>" + text + "<event/>").utf8))
    #expect(try reader.next() == Array("<event/>".utf8))
    #expect { try reader.next() } throws: { $0 as? CoTError != .closed }
    #expect(throws: CoTError.closed) { try reader.next() }
    #expect(throws: CoTError.closed) { try reader.receive([]) }
  }

  @Test("The same garbage is refused when it comes byte by byte")
  func slowGarbage() throws {
    for text in ["<a", "<?xml?", "<event><!D", "<event><>", "<eventx ", "\u{0}", "<?xml a>", "<!D", "<!-- -- "] {
      #expect(throws: CoTError.self) { try events(Array(text.utf8).map { [$0] }) }
    }
  }

  @Test("A wrong beginning is told from a short one as soon as it can be")
  func prefixes() throws {
    for text in ["<", "<e", "<event", "<?", "<?xm", "<?xml", "<?xml ", "<!", "<!-", "<!--", "<?p", "<?xml-s"] {
      #expect(try events([Array(text.utf8)]).isEmpty)
    }
    for text in ["e", "<x", "<?1 ", "<?xml?", "<evenx", "<!-x"] {
      #expect(throws: CoTError.self) { try events([Array((text + "      ").utf8)]) }
    }
  }

  @Test("What another client may write is stepped over to its end, wherever the bytes are split")
  func markup() throws {
    let strange = [
      "<event><!-- </event> - --></event>", "<event><!--></event>--></event>",
      "<event><![CDATA[</event>]] ]>]]></event>", "<event><?p </event>??></event>", "<event a='\u{7F}'>\u{7F}</event>",
    ].map { Array($0.utf8) }
    let instructions = "<?pi <event/> ?> \n<?xml-stylesheet a?><?\u{E4} ?><?:a \u{0}?><?xml\u{E4}?><?xml:a?>"
    let declarations = "<?xml version='1.0'?><?xml version='1.0'\(String(repeating: " ", count: 300))?>"
    let between = Array("<!-- <event/> -->\(instructions)\(declarations)<!-- - -->".utf8)
    let plain = Array("<event/>".utf8)
    for event in strange {
      let bytes = between + event + between + plain
      #expect(try events([bytes]) == [event, plain])
      #expect(try events(bytes.map { [$0] }) == [event, plain])
      #expect(throws: CoTError.self) { try CoTReader().read(event) }
    }
  }

  @Test(
    "One event that the reader refuses for what it holds takes no other with it, wherever the bytes are split",
    arguments: [
      "<\u{E4}/>", "<a><\u{E4} b=''>\u{E4}</\u{E4}></a>", "<\u{65E5}\u{672C} a='/>'/>", "<a\u{E4}/>", "<a \u{E4}=''/>",
      "<:a/>", "<a:b/>", "<1/>", "< a/>", "<&a;/>", "<'>'/>", "<\">\" a='/>'/>", "<a &b;=''/>", "<a b='&c;'/>", "&a;",
      "<a>&</a>", "<a>]]></a>", "<a>\u{0}</a>", "<a b='\u{1}'/>", "<a\u{2}/>", "<a></a\u{3}>", "<!--\u{4}-->", "<? ?>",
      "<?\u{E4}?>", "<?xml version='1.0'?>", "<![CDATA[\u{5}]]>", "<a></b>", "<a b=c/>", "<a></>",
    ])
  func refusedAlone(content: String) throws {
    let event = Array(EventFiles.text(detail: "<detail>\(content)</detail>").utf8)
    let good = Array(EventFiles.text().utf8)
    let bytes = good + event + good
    for size in [1, 2, 7, bytes.count] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      #expect(try events(chunks) == [good, event, good])
    }
    #expect(throws: CoTError.self) { try CoTReader().read(event) }
    _ = try CoTReader().read(good)
  }

  @Test("An event over the limit is passed over without being kept, and the next one comes; one at the limit is taken")
  func limits() throws {
    let event = Array("<event a='\(String(repeating: "x", count: 100))'/>".utf8)
    let plain = Array("<event/>".utf8)
    #expect(try events([event], maximumBytes: event.count) == [event])
    for chunks in [[event + plain], (event + plain).map { [$0] }] {
      var reader = CoTStreamReader(maximumBytes: event.count - 1)
      var (found, passed) = ([[UInt8]](), 0)
      for chunk in chunks {
        try reader.receive(chunk)
        while true {
          do {
            guard let event = try reader.next() else { break }
            found.append(event)
          } catch { passed += 1 }
        }
      }
      #expect(found == [plain] && passed == 1 && !reader.isClosed)
    }
    // However much stands between events, it is no part of one.
    let blanks = Array(repeating: UInt8(0x20), count: 500)
    #expect(try events([blanks, plain], maximumBytes: 50) == [plain])
    #expect(try events((blanks + plain).map { [$0] }, maximumBytes: 50) == [plain])
    var endless = CoTStreamReader(maximumBytes: 50, maximumPassed: 1_000)
    try endless.receive(Array("<event>".utf8))
    for _ in 0..<19 {
      #expect(try endless.next() == nil)
      try endless.receive(Array(repeating: 0x61, count: 51))
    }
    #expect(try endless.next() == nil)
    try endless.receive(Array(repeating: 0x61, count: 51))
    #expect(throws: CoTError.tooLarge(limit: 1_000)) { try endless.next() }
    #expect(throws: CoTError.closed) { try endless.next() }
    var reader = CoTStreamReader(maximumBytes: 100)
    try reader.receive(Array(repeating: 0x20, count: 201))
    #expect(throws: CoTError.tooLarge(limit: 200)) { try reader.receive([0x20]) }
  }

  @Test("What an event is read from holds no second one, however it was framed")
  func noSecondEvent() throws {
    let good = Array(EventFiles.text().utf8)
    let found = try events([good + good])
    #expect(found == [good, good])
    for event in found { _ = try CoTReader().read(event) }
    // Tags that do not match frame as one, and then are refused.
    let bad = Array("<event><a></b></event>".utf8)
    #expect(try events([bad]) == [bad])
    #expect(throws: CoTError.self) { try CoTReader().read(bad) }
  }
}
