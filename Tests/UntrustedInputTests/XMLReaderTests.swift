import Testing
import UntrustedInput

@Suite("XMLReader")
struct XMLReaderTests {
  private func read(_ text: String, _ reader: XMLReader = XMLReader()) throws -> MarkupElement {
    try reader.read(Array(text.utf8))
  }

  @Test("Elements, attributes, text and references are read with their places")
  func reads() throws {
    let root = try read(
      """
      \u{FEFF}<?xml version='1.0' encoding="UTF-8" standalone="no"?>
      <!-- before --> <a x="1&#x41;&quot;	y" >ä&lt;<!-- inside -->&#66;
        <b:c xmlns:b="urn:b" b:d='2'/>
      </a>
      <!-- after -->
      """)
    #expect(root.name == "a" && root.position == TextPosition(line: 2, column: 17))
    #expect(root.attribute("x")?.value == "1A\" y")
    #expect(root.attribute("x")?.position == TextPosition(line: 2, column: 20))
    #expect(root.text == "ä<B\n  \n")
    #expect(root.content.first == .text("ä<B\n  "))
    let child = try #require(root.first("c"))
    #expect(child.prefix == "b" && child.localName == "c" && child.namespace == "urn:b")
    #expect(child.attribute("d", in: "urn:b")?.value == "2" && child.attribute("d") == nil)
    #expect(child.position == TextPosition(line: 3, column: 3))
    #expect(child.attributes.count == 1)
  }

  @Test("A prefix may be called anything: its address counts, in its scope")
  func namespaces() throws {
    let root = try read(
      "<m xmlns='urn:1' xmlns:x='urn:2'><x:n x:v='a'/><n xmlns='' xmlns:x='urn:3'><x:o/></n><n/></m>")
    #expect(root.namespace == "urn:1")
    #expect(root.elements.map(\.namespace) == ["urn:2", nil, "urn:1"])
    #expect(root.elements[0].attribute("v", in: "urn:2") != nil)
    #expect(root.elements[1].elements[0].namespace == "urn:3")
  }

  @Test(
    "What XML forbids, and what reaches out of the document, is refused at its place",
    arguments: [
      ("", 1, 1), ("text", 1, 1), ("<a>", 1, 1), ("<a></b>", 1, 4), ("<a/><b/>", 1, 5), ("<a/>x", 1, 5),
      ("<a b=c/>", 1, 6), ("<a b='1'c='2'/>", 1, 9), ("<a b='<'/>", 1, 7), ("<a>&nbsp;</a>", 1, 4),
      ("<a>&#0;</a>", 1, 4), ("<a>&#xFFFE;</a>", 1, 4), ("<a>&#xD800;</a>", 1, 4), ("<a>&#-1;</a>", 1, 4),
      ("<a>& </a>", 1, 4), ("<a>]]></a>", 1, 4), ("<a>\u{1}</a>", 1, 4), ("<a>\u{FFFF}</a>", 1, 4),
      ("<a><!-- -- --></a>", 1, 9), ("<a><!-- ", 1, 4), ("<a><?p x?></a>", 1, 4), ("<?p x?><a/>", 1, 2),
      (" <?xml version='1.0'?><a/>", 1, 3), ("<?xml version='1.1'?><a/>", 1, 1),
      ("<?xml version='1.0' encoding='utf-16'?><a/>", 1, 1), ("<?xml encoding='utf-8' version='1.0'?><a/>", 1, 1),
      ("<a><![CDATA[x]]></a>", 1, 4), ("<!DOCTYPE a><a/>", 1, 1), ("<x:a/>", 1, 1), ("<a x:b='1'/>", 1, 4),
      ("<a xmlns:x=''/>", 1, 4), ("<a xmlns:xmlns='u'/>", 1, 4), ("<1/>", 1, 2), ("<a:b:c/>", 1, 2), ("<:a/>", 1, 2),
      ("<ä/>", 1, 2), ("<a b='1", 1, 6), ("<a\n b=''>\n<", 3, 2),
    ])
  func refuses(text: String, line: Int, column: Int) {
    let place = TextPosition(line: line, column: column)
    #expect("\(text)") {
      try read(text)
    } throws: { error in
      if case .malformed(_, place)? = error as? InputError { true } else { false }
    }
  }

  @Test("An attribute that stands twice is refused, whatever its prefixes")
  func duplicates() {
    #expect(throws: InputError.duplicateName(at: TextPosition(line: 1, column: 10))) { try read("<a b='1' b='2'/>") }
    #expect(throws: InputError.duplicateName(at: TextPosition(line: 1, column: 40))) {
      try read("<a xmlns:x='u' xmlns:y='u' x:b='1'     y:b='2'/>")
    }
  }

  @Test("Size, depth, elements, attributes and UTF-8 have their limits")
  func limits() {
    #expect(throws: InputError.tooLarge(limit: 3)) { try read("<a/>", XMLReader(maximumBytes: 3)) }
    #expect(throws: InputError.tooDeep(limit: 2, at: TextPosition(line: 1, column: 7))) {
      try read("<a><b><c/></b></a>", XMLReader(maximumDepth: 2))
    }
    #expect(throws: InputError.tooManyValues(limit: 2)) {
      try read("<a><b/><b/></a>", XMLReader(maximumElements: 2))
    }
    #expect(throws: InputError.tooManyValues(limit: 1)) {
      try read("<a b='1' c='2'/>", XMLReader(maximumAttributes: 1))
    }
    #expect(throws: InputError.notUTF8) { try XMLReader().read([0x3C, 0x61, 0xFF]) }
  }

  @Test("Prefixes in force at one place are limited over all levels; those whose elements have ended do not count")
  func prefixes() throws {
    func declaring(_ range: Range<Int>) -> String { range.map { " xmlns:p\($0)='u'" }.joined() }
    func nested(_ count: Int) -> String {
      "<a\(declaring(0..<100))><a\(declaring(100..<200))><a\(declaring(200..<count))/></a></a>"
    }
    // `xml` is one of the 256.
    _ = try read(nested(255))
    #expect(throws: InputError.tooManyValues(limit: 256)) { try read(nested(256)) }
    let siblings = (0..<4).map { "<b\(declaring($0 * 100..<$0 * 100 + 100))/>" }.joined()
    _ = try read("<a>\(siblings)</a>")
  }

  @Test("CDATA and a document type without declarations are read where they are asked for, entities of a DTD never")
  func options() throws {
    let reader = XMLReader(allowsCDATA: true, allowsExternalDoctype: true)
    let root = try read("<!DOCTYPE a PUBLIC \"-//A\" 'http://a'>\n<a>1<![CDATA[<&]]]]>2\r\n3</a>", reader)
    #expect(root.text == "1<&]]2\n3")
    for text in [
      "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd' []><a/>",
      "<!DOCTYPE a SYSTEM 'x'><a>&x;</a>", "<a><!DOCTYPE a></a>", "<!DOCTYPE a><!DOCTYPE a><a/>",
    ] {
      #expect(throws: InputError.self, "\(text)") { try read(text, reader) }
    }
  }

  private static let loose = XMLReader(allowsCDATA: true, allowsExternalDoctype: true, allowsDeclarations: true)

  @Test(
    "A document type that declares no entity is passed over where that is asked for, and nothing of it holds",
    arguments: [
      "<!DOCTYPE a []>", "<!DOCTYPE a [\n]\n>", "<!DOCTYPE a PUBLIC \"-//A\">", "<!DOCTYPE a PUBLIC '-//A' >",
      "<!DOCTYPE a PUBLIC \"-//A\" [<!-- > ] --> ]>", "<!DOCTYPE a SYSTEM 'a.dtd' [<!ELEMENT a (#PCDATA)>\n]>",
      "<!DOCTYPE a [<!ATTLIST a b CDATA \"]>\"><!NOTATION n PUBLIC '<>'>]>",
    ])
  func declarations(type: String) throws {
    let root = try read(type + "<a>1</a>", Self.loose)
    #expect(root.attributes.isEmpty && root.text == "1")
    for reader in [XMLReader(), XMLReader(allowsCDATA: true, allowsExternalDoctype: true)] {
      #expect(throws: InputError.self) { try read(type + "<a>1</a>", reader) }
    }
  }

  @Test(
    "An entity is refused at its place, declared or referred to, as is a document type that does not end",
    arguments: [
      ("<!DOCTYPE a [\n<!ELEMENT a ANY>\n <!ENTITY e 'x'>]><a/>", 3, 2),
      ("<!DOCTYPE a [\n<!ENTITY % e SYSTEM 'x'>]><a/>", 2, 1), ("<!DOCTYPE a [\n%e;]><a/>", 2, 1),
      ("<!DOCTYPE a [<!ELEMENT a\n%e;>]><a/>", 2, 1), ("<!DOCTYPE a [<!ELEMENT a ANY>]>\n<a>&e;</a>", 2, 4),
      ("<!DOCTYPE a [<?b?>]><a/>", 1, 14), ("<!DOCTYPE a [<!ELEMENT a ANY", 1, 14), ("<!DOCTYPE a [", 1, 13),
      ("<!DOCTYPE a [] []><a/>", 1, 1), ("<!DOCTYPE a PUBLIC><a/>", 1, 19), ("<!DOCTYPE a SYSTEM><a/>", 1, 19),
      ("<!DOCTYPE a [<!ELEMENT a '>]><a/>", 1, 34), ("<!DOCTYPE a [<![INCLUDE[]]>]><a/>", 1, 14),
    ])
  func entities(text: String, line: Int, column: Int) {
    let place = TextPosition(line: line, column: column)
    #expect("\(text)") {
      try read(text, Self.loose)
    } throws: { error in
      if case .malformed(_, place)? = error as? InputError { true } else { false }
    }
  }

  @Test("Cut anywhere or with any byte changed, a document is read or refused, and never crashes")
  func mutations() throws {
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE a PUBLIC 'b' [<!ELEMENT a ANY><!-- d -->]><a x:y='&#65;' xmlns:x='u'>"
      + "<b>ä&lt;<![CDATA[z]]></b><!-- c --></a>"
    let bytes = Array(text.utf8)
    let reader = Self.loose
    _ = try reader.read(bytes)
    for count in 0..<bytes.count { #expect(throws: InputError.self) { try reader.read(bytes.prefix(count)) } }
    var generator = SeededGenerator(7)
    for _ in 0..<4000 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        changed[Int.random(in: 0..<bytes.count, using: &generator)] =
          Bool.random(using: &generator)
          ? Array("<>&;!-[]'\"/?:=#x ".utf8).randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? reader.read(changed)
    }
  }
}
