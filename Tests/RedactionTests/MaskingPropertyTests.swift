import Foundation
import Redaction
import Testing

@Suite struct MaskingPropertyTests {
  private static let pieces =
    LeakCorpus.shapes.map(\.text).enumerated().compactMap { $0.offset % 7 == 0 ? $0.element : nil }
    + LookAlikeCorpus.texts.enumerated().compactMap { $0.offset % 11 == 0 ? $0.element : nil }
    + [
      " ", "\n", "\"", "'", "\\", "=", ":", "&", "%", "@", "+", "-", "--", "<", ">", "/", "(", ")", "ü", "😀", "%40",
      "%22", "\\n",
    ]

  private func texts(_ seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed)
    return (0..<100).map { _ in
      (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        let piece = Self.pieces.randomElement(using: &generator) ?? ""
        // Cut anywhere, as log lines are.
        guard Bool.random(using: &generator) else { return piece }
        return String(piece.prefix(Int.random(in: 0...piece.count, using: &generator)))
      }.joined()
    }
  }

  @Test("Masking twice gives the same as masking once", arguments: 0..<40 as Range<UInt64>)
  func idempotent(seed: UInt64) {
    let rules = MaskingRules()
    for text in texts(seed) {
      let once = rules.mask(text)
      #expect(rules.mask(once) == once, "\(text.debugDescription)")
    }
  }

  @Test(
    "Base64 of a secret is masked behind any run of base64 and a sign, escaped or not",
    arguments: 0..<40 as Range<UInt64>)
  func behindBase64(seed: UInt64) {
    let rules = MaskingRules()
    var generator = SeededGenerator(seed)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    // Mostly text, as only that is opened: ASCII, with umlauts, in Latin-1, cut in the middle of a character.
    let texts = ["Hello World!", "Grüße aus Köln", "日本語", "x = 1; y = 2\n"].map { Array($0.utf8) } + [[0xE4, 0x72]]
    for _ in 0..<50 {
      var run = ""
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        var bytes = (0..<Int.random(in: 1...3, using: &generator)).flatMap { _ in
          texts.randomElement(using: &generator) ?? []
        }
        bytes.removeLast(Int.random(in: 0...2, using: &generator))
        run += Data(bytes).base64EncodedString().replacing("=", with: "").replacing("/", with: "_")
        run += (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          String(letters.randomElement(using: &generator) ?? "A")
        }.joined()
        run += ["/", "+", "%2F", "%2B", "%252F", "\\u002f", "\\/"].randomElement(using: &generator) ?? "/"
      }
      let slash = ["/", "%2F", "%252F", "\\u002f", "\\/", "\\\\\\/"].randomElement(using: &generator) ?? "/"
      let secret = Bool.random(using: &generator) ? "9aHVudGVyMg==" : "9YWI\(slash)aHVudGVyMg=="
      let masked = rules.mask(run + "cGFzc3dvcmQ" + secret)
      #expect(!masked.contains("aHVudGVy"), "\(run.debugDescription)")
    }
  }

  @Test("The mark behind an option of curl is no element, whatever stands behind it")
  func commandMark() {
    let rules = MaskingRules()
    let once = rules.mask("curl -ualice:hunter2<8ey>N</ke -u a:b c>d</ke")
    #expect(rules.mask(once) == once)
    let named = rules.mask(#"curl -mupassword:\n1 x"#)
    #expect(rules.mask(named) == named)
    #expect(rules.mask("curl -u<credentials> next</ke") == "curl -u<credentials> next</ke")
  }

  @Test("A masked text is hardly longer: each mark has at most 13 bytes", arguments: 0..<10 as Range<UInt64>)
  func bounded(seed: UInt64) {
    let rules = MaskingRules()
    for text in texts(seed) {
      let bytes = Array(text.utf8)
      let leaks = bytes.withUnsafeBufferPointer { rules.leaks(in: $0) }
      #expect(rules.mask(text).utf8.count <= bytes.count + leaks.count * 13)
    }
  }

  @Test("Bytes that are no UTF-8 are masked like text and stay what they are elsewhere")
  func notText() {
    let rules = MaskingRules()
    let masked = rules.mask([0xFF] + Array(" pin=1234 ".utf8) + [0xC3])
    #expect(String(decoding: masked, as: UTF8.self) == "\u{FFFD} pin=<masked> \u{FFFD}")
    #expect(rules.mask([0xFF, 0xC3, 0x28]) == [0xFF, 0xC3, 0x28])
  }

  @Test("Two bytes hold nothing to mask, whatever they are")
  func shortest() {
    let rules = MaskingRules()
    let letters = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
    for text in letters + letters.flatMap({ first in letters.map { first + $0 } }) {
      #expect(rules.mask(text + "\n\n") == text + "\n\n")
      #expect(rules.mask(text) == text)
    }
  }

  @Test("Many threads may use the same rules at once")
  func threads() async {
    let rules = MaskingRules()
    let texts = texts(7)
    let expected = texts.map(rules.mask)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { texts.map(rules.mask) == expected } }
      for await isSame in group { #expect(isSame) }
    }
  }
}
