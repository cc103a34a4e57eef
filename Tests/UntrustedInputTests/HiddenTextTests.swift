import Testing
import UntrustedInput

/// Characters that nobody sees, and spellings that two readers take for two things.
@Suite struct HiddenTextTests {
  @Test("A selector stands behind what it selects, once, and hides nothing")
  func selectors() throws {
    #expect(try FileName("\u{2764}\u{FE0F}.png").description == "\u{2764}\u{FE0F}.png")
    #expect(try FileName("1\u{FE0F}.png").description.unicodeScalars.count == 6)
    for name in ["a\u{FE0F}.png", "\u{FE0E}a", "\u{2764}\u{FE0F}\u{FE00}.png", "night\u{FE01}\u{FE02}.csv"] {
      #expect(throws: InputRefusal.self) { try FileName(name) }
    }
    #expect(throws: InputRefusal.self) { try EmailAddress("ali\u{FE0F}ce@example.org") }
    #expect(throws: InputRefusal.self) { try DeepLink("https://a.example/x%EF%B8%8F") }
    let shape = PageMessageShape("note", [.init("text", .line(longest: 20))])
    #expect(throws: InputRefusal.self) {
      try PageMessage(Array("{\"name\":\"note\",\"data\":{\"text\":\"hi\u{FE00}\u{FE01}\"}}".utf8), shapes: [shape])
    }
  }

  @Test("A Braille pattern without dots is a blank that nobody sees")
  func braille() {
    #expect(throws: InputRefusal(.invisibleCharacter, at: 2)) { try FileName("a\u{2800}b") }
    #expect(throws: InputRefusal.self) { try EmailAddress("a\u{2800}b@example.org") }
  }

  @Test(
    "A name that resolvers take for an address of numbers is none",
    arguments: ["127.0.0.1", "127.0.0.0x1", "0x7f.0x1", "a.0xff", "a.0x", "0X7F.0X1"])
  func numbers(name: String) {
    #expect(throws: InputRefusal(.numericEnding)) { try DomainName(name) }
    #expect(throws: InputRefusal.self) { try EmailAddress("a@\(name)") }
  }

  @Test("A last label that only begins like a number is a name")
  func letters() throws {
    #expect(try DomainName("a.0xyz").ascii == "a.0xyz")
  }

  @Test(
    "Links into the system's own places are no schemes of an app, and no value of a link",
    arguments: ["market", "itms-services", "filesystem", "prefs", "shortcuts", "webcal"])
  func schemes(scheme: String) {
    #expect(throws: InputRefusal(.foreignScheme)) { try LinkSource.custom(scheme: scheme, host: "app.example") }
  }

  @Test(
    "A link inside a link is seen",
    arguments: ["market:x", "filesystem:https", "view-source:a", "%5C%5Cevil.example", "%20javascript:a", "/%5Cevil"])
  func nested(value: String) {
    #expect(throws: InputRefusal.self) { try DeepLink("https://a.example/x?next=\(value)") }
  }
}
