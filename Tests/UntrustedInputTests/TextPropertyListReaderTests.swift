import Testing
import UntrustedInput

@Suite("TextPropertyListReader")
struct TextPropertyListReaderTests {
  private static let sample = """
    // !$*UTF8*$!
    {
      archiveVersion = 1; /* a comment */
      objects = {
        13B0 /* App */ = {isa = PBXProject; "quoted key" = "a \\"b\\" \\U00fc\\n\\101"; };
        list = ( "one", two.three, ( four ), );
      };
      data = <0fbd 77 1c2735ae>;
      'single' = $(SRCROOT)/x;
    }
    """

  private func read(_ text: String, depth: Int = 32) throws -> PropertyListNode {
    try TextPropertyListReader(maximumDepth: depth).read(Array(text.utf8))
  }

  @Test("Each kind of value is read with its place")
  func values() throws {
    let text = Self.sample.replacing("'single' = $(SRCROOT)/x;", with: "'single' = \"$(SRCROOT)/x\";")
    let node = try read(text)
    #expect(node["archiveVersion"]?.string == "1")
    #expect(node["objects"]?["13B0"]?["quoted key"]?.string == "a \"b\" ü\nA")
    #expect(node["objects"]?["list"]?.array?.prefix(2).map(\.string) == ["one", "two.three"])
    #expect(node["objects"]?["list"]?.array?.last?.array?.first?.string == "four")
    #expect(node["data"]?.value == .data([0x0F, 0xBD, 0x77, 0x1C, 0x27, 0x35, 0xAE]))
    #expect(node["single"]?.string == "$(SRCROOT)/x")
    #expect(node.members?[1].position == TextPosition(line: 4, column: 3))
  }

  @Test("A file of strings needs no braces")
  func strings() throws {
    let node = try read("\u{FEFF}/* why */\n\"NSCameraUsageDescription\" = \"To scan\";\nalone;\n")
    #expect(node["NSCameraUsageDescription"]?.string == "To scan" && node["alone"]?.string == "alone")
    #expect(node.members?.first?.position == TextPosition(line: 2, column: 1))
  }

  @Test(
    "What is no property list is refused",
    arguments: [
      "", "{", "{ a = b }", "{ a b; }", "( a b )", "{ a = \"b; }", "/* open", "{ a = <0>; }", "{ a = <xy>; }", "{} {}",
      "{ a = $(X); }", "{ a = 1; a = 2; }", "{ a = \"\\Ud800\"; }",
    ])
  func refuses(text: String) {
    #expect(throws: InputError.self) { try read(text) }
  }

  @Test("The last of two equal keys counts where they are allowed")
  func duplicates() throws {
    let node = try TextPropertyListReader(allowsDuplicates: true).read(Array("{ a = 1; a = 2; }".utf8))
    #expect(node.members?.count == 1 && node["a"]?.string == "2")
  }

  @Test("Ten thousand levels are refused without using up the stack")
  func depth() {
    #expect(throws: InputError.self) { try read(String(repeating: "(", count: 10_000)) }
    #expect(throws: InputError.self) { try read(String(repeating: "{ a = ", count: 10_000)) }
    #expect(throws: InputError.tooDeep(limit: 1, at: TextPosition(line: 1, column: 3))) {
      try read("( ( a ) )", depth: 1)
    }
  }

  @Test("A file that is cut or changed anywhere is read or refused, nothing else")
  func changed() {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<bytes.count { _ = try? TextPropertyListReader().read(bytes[..<count]) }
    var generator = SeededGenerator(12)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? TextPropertyListReader(allowsDuplicates: true).read(changed)
    }
  }
}
