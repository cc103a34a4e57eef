import Testing
import UntrustedInput

@Suite struct PunycodeTests {
  /// Source: RFC 3492, section 7.1, samples (A), (B), (C), (E), (G), (I), (L), (R) and (S), with capitals made small.
  static let samples: [(String, String)] = [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"), ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("そのスピードで", "d9juau41awczczp"), ("-> $1.00 <-", "-> $1.00 <--"),
  ]

  @Test("The samples of the RFC", arguments: samples)
  func rfc(text: String, encoded: String) throws {
    #expect(try Punycode.encode(text.unicodeScalars) == encoded)
    #expect(try Punycode.decode(encoded) == Array(text.unicodeScalars))
  }

  @Test("Whatever is encoded is decoded to the same scalars")
  func roundTrip() throws {
    var generator = SeededGenerator(3492)
    let ranges: [ClosedRange<UInt32>] = [0x20...0x7F, 0x80...0x24F, 0x370...0x5FF, 0x3040...0x9FFF, 0x1F300...0x10FFFF]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...9, using: &generator)
      let scalars = (0..<count).compactMap { _ in
        ranges.randomElement(using: &generator).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &generator)) }
      }
      let encoded = try Punycode.encode(scalars)
      #expect(try Punycode.decode(encoded) == scalars, "\(encoded)")
    }
  }

  @Test(
    "What no encoder writes is refused",
    arguments: ["-a", "a-9", "99999999", "a-€", "BCHER-KVA", "a b-kva ", "-", "é"])
  func malformed(text: String) {
    #expect { try Punycode.decode(text) } throws: { ($0 as? InputRefusal)?.reason == .malformedPunycode }
  }

  @Test("No text makes the decoder fail but by a refusal, and what it takes encodes again")
  func noise() throws {
    var generator = SeededGenerator(5)
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-")
    var taken = 0
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
      guard let scalars = try? Punycode.decode(text) else { continue }
      taken += 1
      _ = try? Punycode.encode(scalars)
    }
    #expect(taken > 100)
  }

  @Test("More than a label can hold is refused on both sides")
  func length() {
    #expect { try Punycode.encode(String(repeating: "ü", count: 64).unicodeScalars) } throws: {
      ($0 as? InputRefusal)?.reason == .labelTooLong
    }
    #expect { try Punycode.decode(String(repeating: "a", count: 64)) } throws: {
      ($0 as? InputRefusal)?.reason == .labelTooLong
    }
  }
}
