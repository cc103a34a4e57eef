import Testing
import UntrustedInput

@Suite struct JSONWriterTests {
  private let node: JSONNode = ["b": [1, "x", true], "a": [:], "c": []]

  @Test("Members keep their order and nothing is added")
  func oneLine() {
    #expect(JSONWriter().text(node) == #"{"b":[1,"x",true],"a":{},"c":[]}"#)
  }

  @Test("Indentation changes blanks only")
  func indented() throws {
    let text = JSONWriter(indentation: 2).text(node)
    #expect(text == "{\n  \"b\": [\n    1,\n    \"x\",\n    true\n  ],\n  \"a\": {},\n  \"c\": []\n}")
    #expect(JSONWriter().text(try JSONReader().read(Array(text.utf8))) == JSONWriter().text(node))
  }

  @Test("Control characters, quotes and backslashes are escaped, and nothing else")
  func escapes() {
    #expect(JSONWriter().text("\"\\\n\r\t\u{1}\u{1F}/é\u{7F}😀") == #""\"\\\n\r\t\u0001\u001f/é"# + "\u{7F}😀\"")
  }

  @Test("What is written is read back the same", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let node = Self.randomNode(&generator, depth: 0)
    for writer in [JSONWriter(), JSONWriter(indentation: 3)] {
      let bytes = writer.bytes(node)
      let back = try JSONReader().read(bytes)
      #expect(Self.values(back) == Self.values(node))
      #expect(writer.bytes(back) == bytes)
    }
  }

  @Test(
    "Random bytes are read or refused, and what is read is written and read again", arguments: 0..<500 as Range<UInt64>)
  func randomBytes(seed: UInt64) {
    var generator = SeededGenerator(seed)
    let alphabet = Array("{}[]\",:\\u0123e-tfn alsru/*\n\u{1}é".utf8) + [0xFF, 0xC3]
    let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      alphabet.randomElement(using: &generator) ?? 0
    }
    guard let node = try? JSONReader(allowsComments: true).read(bytes) else { return }
    let text = JSONWriter().bytes(node)
    #expect((try? JSONReader().read(text)).map(Self.values) == Self.values(node))
  }

  /// The node without its positions.
  private static func values(_ node: JSONNode) -> JSONNode {
    switch node.value {
    case .array(let nodes): JSONNode(.array(nodes.map(values)))
    case .object(let members): JSONNode(.object(members.map { JSONMember($0.name, values($0.node)) }))
    default: JSONNode(node.value)
    }
  }

  private static func randomNode(_ generator: inout SeededGenerator, depth: Int) -> JSONNode {
    switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &generator) {
    case 0: return JSONNode(.null)
    case 1: return JSONNode(.bool(Bool.random(using: &generator)))
    case 2: return .integer(Int64.random(in: Int64.min...Int64.max, using: &generator))
    case 3: return .string(randomText(&generator))
    case 4:
      return JSONNode(
        .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in randomNode(&generator, depth: depth + 1) }))
    default:
      return JSONNode(
        .object(
          (0..<Int.random(in: 0...4, using: &generator)).map { index in
            JSONMember("\(index)" + randomText(&generator), randomNode(&generator, depth: depth + 1))
          }))
    }
  }

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let limit: UInt32 = [0x20, 0x80, 0x800, 0x11_0000].randomElement(using: &generator) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) { text.append(scalar) }
    }
    return String(text)
  }
}
