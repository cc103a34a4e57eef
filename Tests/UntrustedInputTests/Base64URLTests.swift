import Testing
import UntrustedInput

@Suite struct Base64URLTests {
  // RFC 4648, section 10, without padding; the last two use the characters of section 5.
  private static let published: [([UInt8], String)] = [
    ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
    (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
    ([0xFB, 0xFF], "-_8"), ([0xFF, 0xEF, 0xBE], "_---"),
  ]

  @Test("The vectors of RFC 4648 hold in both directions", arguments: published)
  func vectors(bytes: [UInt8], text: String) throws {
    #expect(Base64URL.encode(bytes) == text)
    #expect(try Base64URL.decode(text) == bytes)
  }

  @Test(
    "Padding, foreign characters, impossible lengths and stray bits are refused",
    arguments: [
      "Zg==", "Zg=", "=", "Z", "Zm9vY", "Zh", "Zm9", "Z g", "Zg\n", "+_8", "-/8", "Zä", "\u{FF21}A", "Zm8 ", "A.",
    ])
  func refusals(text: String) {
    #expect(throws: InputError.notBase64URL) { try Base64URL.decode(text) }
  }

  @Test("Random bytes survive, and the text is the only one for them", arguments: 0..<100 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let bytes = (0..<Int.random(in: 0...70, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
    }
    let text = Base64URL.encode(bytes)
    #expect(try Base64URL.decode(text) == bytes)
    #expect(text.utf8.count == (bytes.count * 4 + 2) / 3)
  }

  @Test("One foreign byte anywhere is found", arguments: 4...12)
  func foreign(length: Int) throws {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for place in 0..<length {
      for byte in UInt8.min..<128 where !alphabet.contains(byte) {
        var text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
        text[place] = byte
        #expect(throws: InputError.notBase64URL) { try Base64URL.decode(String(decoding: text, as: UTF8.self)) }
      }
    }
  }
}
