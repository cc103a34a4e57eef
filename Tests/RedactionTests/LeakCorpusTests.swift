import Redaction
import Testing

@Suite struct LeakCorpusTests {
  private let rules = MaskingRules()

  @Test("At least 500 shapes of leaks are masked, and masking again changes nothing")
  func leaks() {
    let shapes = LeakCorpus.shapes
    #expect(Set(shapes.map(\.text)).count >= 500)
    for shape in shapes {
      let masked = rules.mask(shape.text)
      #expect(Self.left(of: shape.core, in: masked).isEmpty, "\(shape.text) → \(masked)")
      #expect(rules.mask(masked) == masked, "\(shape.text) → \(masked)")
    }
  }

  /// The runs of four bytes of a secret that are still there: half a secret is a find for whoever looks for it.
  private static func left(of secret: String, in masked: String) -> [String] {
    let (bytes, text) = (Array(secret.utf8), Array(masked.utf8))
    let width = min(4, bytes.count)
    return (0...(bytes.count - width)).compactMap { start in
      let run = bytes[start..<(start + width)]
      let isThere = text.indices.contains { text[$0...].prefix(width).elementsEqual(run) }
      return isThere ? String(decoding: run, as: UTF8.self) : nil
    }
  }

  @Test("At least 500 look-alikes stay as they are")
  func lookAlikes() {
    let texts = LookAlikeCorpus.texts
    #expect(Set(texts).count >= 500)
    for text in texts { #expect(rules.mask(text) == text) }
  }

  @Test("What is found is told by kind and place, and never overlaps")
  func places() {
    for shape in LeakCorpus.shapes {
      let bytes = Array(shape.text.utf8)
      let leaks = bytes.withUnsafeBufferPointer { rules.leaks(in: $0) }
      #expect(!leaks.isEmpty)
      var end = 0
      for leak in leaks {
        #expect(leak.range.lowerBound >= end && leak.range.upperBound <= bytes.count && !leak.range.isEmpty)
        end = leak.range.upperBound
      }
    }
  }

  @Test(
    "Each kind has its mark",
    arguments: [
      ("a@b.example", MaskedKind.email), ("Bearer a1", .token), ("pin=1", .value), ("-----BEGIN X-----", .pem),
      ("+49 30 23125 123", .phone), ("NL91ABNA0417164300", .iban), ("4012888888881881", .card),
      ("cGFzc3dvcmQ9aHVudGVyMg==", .encoded), ("ftp://u:p@h", .credentials),
      ("curl -u a:b h", .credentials), ("AKIA" + "Q3EGRN7XJ5WP2MFK", .providerKey),
    ])
  func marks(text: String, kind: MaskedKind) {
    #expect(rules.mask(text).contains(kind.mark))
  }
}
