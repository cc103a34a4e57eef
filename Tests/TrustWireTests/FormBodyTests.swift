import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite struct FormBodyTests {
  private func read(_ text: String) throws -> FormBody { try FormBody(reading: Array(text.utf8)) }

  @Test("Whatever fields go in come out, and the bytes are the ASCII of forms")
  func roundTrip() throws {
    let pieces = ["&", "=", "%", "+", " ", "a", "~", "é", "e\u{301}", "\u{301}", "👩‍🚀", "\r\n", "\u{1}", "%41", "\""]
    var dice = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      func text() -> String {
        (0..<Int.random(in: 0...6, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      }
      var fields: [String: String] = [:]
      for _ in 0..<Int.random(in: 0...5, using: &dice) { fields[text()] = text() }
      let form = FormBody(fields)
      let back = try FormBody(reading: form.bytes)
      #expect(back.fields.mapValues { Array($0.utf8) } == fields.mapValues { Array($0.utf8) })
      #expect(form.bytes.allSatisfy { (33...126).contains($0) })
    }
  }

  @Test("The bytes are those of the form encoding, names in order")
  func encoding() {
    let form = FormBody(["b": "a b+c/ü", "a": "-._~"])
    #expect(String(decoding: form.bytes, as: UTF8.self) == "a=-._~&b=a+b%2Bc%2F%C3%BC")
  }

  @Test("NUL is refused: a store that ends texts there would take two names for one")
  func nul() {
    for text in ["a=x%00y", "%00=1"] {
      #expect(throws: WireError.wrongShape) { try read(text) }
    }
  }

  @Test("A repeated name is refused, also in another spelling")
  func repeated() {
    for text in ["a=1&a=1", "a=1&b=2&a=3", "a=1&%61=2", "a&a", "=1&=2"] {
      #expect(throws: WireError.wrongShape) { try read(text) }
    }
  }

  @Test("A bad escape is refused")
  func escapes() {
    for text in ["a=%", "a=%4", "a=%zz", "a=%4g", "%=1", "a=%+1", "a=%ff", "a=%C3"] {
      #expect(throws: WireError.wrongShape, "\(text)") { try read(text) }
    }
    #expect(throws: WireError.unreadable(.notUTF8)) { try FormBody(reading: [97, 61, 255]) }
  }

  @Test("Lower-case escapes, empty values and names without a value are read")
  func lenient() throws {
    #expect(try read("a=%c3%bc&b=&c&d=x=y").fields == ["a": "ü", "b": "", "c": "", "d": "x=y"])
    #expect(try read("").fields.isEmpty)
  }

  @Test("More than 512 KiB is refused")
  func limit() throws {
    let limit = 512 << 10
    #expect(throws: WireError.unreadable(.tooLarge(limit: limit))) {
      try FormBody(reading: [UInt8](repeating: 97, count: limit + 1))
    }
    #expect(try FormBody(reading: [UInt8](repeating: 97, count: limit)).fields.count == 1)
  }

  @Test("A form that carries a token does not print it")
  func printing() {
    #expect(!printed(FormBody(["refresh_token": "tok-4711"])).contains("tok-4711"))
  }
}
