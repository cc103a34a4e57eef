import Foundation
import Testing
import UntrustedInput

@Suite struct JSONReaderTests {
  private func read(_ text: String, _ reader: JSONReader = JSONReader()) throws(InputError) -> JSONNode {
    try reader.read(Array(text.utf8))
  }

  @Test("Every kind of value is read")
  func kinds() throws {
    let node = try read(#" {"a":[1,-0,2.5e+3,true,false,null],"b":{"c":""}} "#)
    #expect(
      node["a"]?.array?.map(\.value) == [
        .number("1"), .number("-0"), .number("2.5e+3"), .bool(true), .bool(false), .null,
      ])
    #expect(node["b"]?["c"]?.string == "")
    #expect(node.members?.map(\.name) == ["a", "b"])
    #expect(node["absent"] == nil)
  }

  @Test(
    "A number keeps its digits; only whole 64-bit numbers are integers",
    arguments: [
      ("9223372036854775807", Int64.max), ("9223372036854775808", nil), ("1e2", nil), ("1.0", nil), ("-7", -7),
    ] as [(String, Int64?)])
  func numbers(text: String, integer: Int64?) throws {
    let node = try read(text)
    #expect(node.value == .number(text))
    #expect(node.integer == integer)
  }

  @Test(
    "Text outside the grammar is refused",
    arguments: [
      "", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1 2]", "1 2",
      "01",
      "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "-01", "NaN", "Infinity", "tru", "True", "nul", "\"", "\"\\\"",
      "\"\\x\"",
      "\"\\u12\"", "\"\\u12G4\"", "\"\u{1}\"", "\"\n\"", "\u{FEFF}1", "{\"a\":1}}", "\u{A0}1", "\"\\u00\u{FF11}1\"",
      "// c\n1",
      "/* c */1",
    ])
  func malformed(text: String) {
    #expect { try read(text) } throws: { error in
      if case .malformed = error as? InputError { true } else { false }
    }
  }

  @Test("Escapes give the characters of RFC 8259")
  func escapes() throws {
    #expect(try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC""#).string == "\"\\/\u{8}\u{C}\n\r\tAé€")
  }

  @Test("A surrogate pair is one character")
  func surrogates() throws {
    #expect(try read(#""\ud83d\ude00""#).string == "😀")
  }

  @Test(
    "A surrogate without its partner is refused where the escape stands",
    arguments: [
      #""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ude00""#, #""\ud83d\ud83d""#,
    ])
  func loneSurrogates(text: String) {
    #expect { try read(text) } throws: { error in
      if case .malformed(_, let place) = error as? InputError {
        place == TextPosition(line: 1, column: 3)
      } else {
        false
      }
    }
  }

  @Test(
    "Bytes that are no UTF-8 are refused",
    arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    #expect(throws: InputError.notUTF8) { try JSONReader().read(bytes) }
  }

  @Test("One byte more than allowed is refused")
  func size() throws {
    #expect(try read("[1]", JSONReader(maximumBytes: 3)).array?.count == 1)
    #expect(throws: InputError.tooLarge(limit: 2)) { try read("[1]", JSONReader(maximumBytes: 2)) }
  }

  @Test("One level more than allowed is refused where it begins")
  func depth() throws {
    let reader = JSONReader(maximumDepth: 3)
    _ = try read("[[1]]", reader)
    #expect(throws: InputError.tooDeep(limit: 3, at: TextPosition(line: 1, column: 4))) { try read("[[[1]]]", reader) }
    let bomb = String(repeating: "[", count: 500_000)
    #expect(throws: InputError.tooDeep(limit: 32, at: TextPosition(line: 1, column: 33))) { try read(bomb) }
  }

  @Test(
    "A repeated name is refused at its second place, in any spelling",
    arguments: [
      "{\"a\":1,\n \"a\":2}", "{\"a\":1,\n \"\\u0061\":2}",
    ])
  func duplicates(text: String) {
    #expect(throws: InputError.duplicateName(at: TextPosition(line: 2, column: 2))) { try read(text) }
  }

  @Test("The same name in two objects is no repetition")
  func sameNameElsewhere() throws {
    _ = try read(#"{"a":{"a":1},"b":{"a":2}}"#)
  }

  @Test("Nodes and names know their line and column, counted in Unicode scalars")
  func positions() throws {
    let node = try read("{\n  \"é\": \"ü\",\n\t\"b\": [true,\r\n12]}")
    let members = try #require(node.members)
    #expect(members[0].position == TextPosition(line: 2, column: 3))
    #expect(members[0].node.position == TextPosition(line: 2, column: 8))
    #expect(members[1].position == TextPosition(line: 3, column: 2))
    #expect(members[1].node.array?.last?.position == TextPosition(line: 4, column: 1))
  }

  @Test("Comments are read only when they are allowed, and must end")
  func comments() throws {
    let reader = JSONReader(allowsComments: true)
    #expect(try read("// a\n/* b * / **/[1/**/,2]//", reader).array?.count == 2)
    #expect(throws: InputError.malformed(expected: "the end of this comment", at: TextPosition(line: 1, column: 2))) {
      try read(" /* *", reader)
    }
    #expect(throws: InputError.malformed(expected: "a comment", at: TextPosition(line: 1, column: 1))) {
      try read("/ 1", reader)
    }
    #expect(try read(#""//""#).string == "//")
  }

  @Test("No message repeats text from outside")
  func messages() {
    for text in ["{\"hunter2\"}", "hunter2", "{\"hunter2\":1,\"hunter2\":2}", "\"hunter2"] {
      do { _ = try read(text) } catch { #expect(!error.description.contains("hunter2")) }
    }
  }

  /// The processor's time of this thread, in seconds: a busy machine does not lengthen it.
  private static func worked() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("Work grows linearly: twenty times the input does not take more than sixty times as long")
  func linear() throws {
    func seconds(_ count: Int) throws -> Double {
      let list = "[" + Array(repeating: #"{"name":"a\n\u00e9","v":[1,2]}"#, count: count).joined(separator: ",") + "]"
      let reader = JSONReader(maximumBytes: 1 << 24)
      let began = Self.worked()
      _ = try read(list, reader)
      return Self.worked() - began
    }
    // The fastest of several runs on both sides: a busy machine slows single ones.
    let small = try (0..<5).map { _ in try seconds(500) }.min() ?? 0
    let large = try (0..<5).map { _ in try seconds(10_000) }.min() ?? 0
    #expect(large < max(small, 0.001) * 60)
  }
}
