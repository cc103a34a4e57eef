import Redaction
import Testing

@Suite struct NameEndingsTests {
  private let rules = MaskingRules()
  private static let names = [
    "password", "password2", "pin", "pin1", "mtan", "otp", "token", "secret", "apiKey", "jwt", "cvv2", "tan", "pw",
    "passcode", "credentials", "cookie", "authorization",
  ]

  @Test("A name counts whatever parts it and in either case, however short", arguments: names)
  func separated(_ name: String) {
    var written = [name, name.uppercased(), name + "_"]
    for (offset, index) in zip(0..., name.indices).dropFirst() {
      for separator in ["_", "-"] {
        written.append(name[..<index] + separator + name[index...])
        // What parts the first letter makes a name of two letters one of one letter behind another word.
        if offset > 1 { written.append(String(name[..<index] + separator + name[index...]).uppercased()) }
      }
    }
    for name in written {
      #expect(rules.mask("\(name)=hunter22") == "\(name)=<masked>")
      #expect(rules.mask("x \(name): hunter22").contains("<masked>"), "\(name)")
    }
  }

  @Test(
    "A word that ends nearly like a name is none",
    arguments: ["time", "main", "min", "report", "number", "woken", "duration", "in", "wp", "ypin2x", "1-1", "tokens"])
  func alike(_ word: String) {
    #expect(rules.mask("\(word)=hunter22") == "\(word)=hunter22")
  }
}
