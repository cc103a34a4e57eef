import Redaction
import Testing

/// Words and numbers that masking is done with before it looks closely: what must not be overlooked there.
@Suite struct EarlyExitTests {
  private let rules = MaskingRules()
  private static let names = [
    "password", "password2", "pin", "pin1", "mtan", "otp", "token", "secret", "apiKey", "jwt", "cvv2", "tan", "pw",
    "passcode", "credentials", "cookie", "authorization",
  ]

  @Test("A name counts whatever parts it and in either case, however short", arguments: names)
  func separated(_ name: String) {
    var written = [name, name.uppercased(), name + "_"]
    for index in name.indices.dropFirst() {
      for separator in ["_", "-"] {
        written.append(name[..<index] + separator + name[index...])
        written.append((name[..<index] + separator + name[index...]).uppercased())
      }
    }
    for name in written {
      #expect(rules.mask("\(name)=hunter22") == "\(name)=<masked>")
      #expect(rules.mask("x \(name): hunter22").contains("<masked>"), "\(name)")
    }
  }

  /// Overlooked at its one, it would be masked from the area on, and a part of the number would stay.
  @Test(
    "A number of North America is masked from its one on",
    arguments: [
      "1-415-555-0132", "1.415.555.0132", "1 (415) 555-0132", "1-(415) 555-0132",
      "1\u{2011}415\u{2011}555\u{2011}0132",
    ])
  func northAmerica(_ number: String) {
    #expect(rules.mask("call \(number) now") == "call <phone> now")
  }
}
