import Testing
import UntrustedInput

@Suite struct DomainNameTests {
  @Test(
    "Letters and their encoded form are one name",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"), ("日本語.jp", "xn--wgv71a119e.jp"),
      ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
      ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"), ("Example.COM", "example.com"),
      ("क्\u{200D}ष.example", "xn--11b2ezcw70k.example"),
    ])
  func forms(text: String, ascii: String) throws {
    let name = try DomainName(text)
    #expect(name.ascii == ascii)
    #expect(try DomainName(ascii) == name)
    #expect(try DomainName(name.unicode) == name)
  }

  @Test("Every name of up to 253 bytes that is built of allowed letters comes back from both of its forms")
  func roundTrip() throws {
    var generator = SeededGenerator(5890)
    let letters = Array("abcxyz0189üßéñøœžğıλπщяあア日本語한글क").flatMap(\.unicodeScalars)
    for _ in 0..<1500 {
      let labels = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        var label = "a".unicodeScalars
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          letters.randomElement(using: &generator).map { label.append($0) }
        }
        return String(label)
      }
      let name = try DomainName(labels.joined(separator: "."))
      #expect(try DomainName(name.ascii).unicode == name.unicode)
      #expect(try DomainName(name.unicode).ascii == name.ascii)
      #expect(name.ascii.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  /// Source: RFC 5892, appendix A, and section 2.6.
  @Test(
    "Characters that only their neighbours allow",
    arguments: [
      ("l·l", true), ("a·l", false), ("l·", false), ("͵α", true), ("͵a", false), ("א׳", true), ("a׳", false),
      ("ア・イ", true), ("a・b", false), ("क्\u{200C}ष", true), ("ab\u{200C}c", false), ("م٤٥", true),
      ("م۴٥", false), ("aـb", false), ("〇", true), ("۽", true), ("ſ", false), ("ⅷ", false), ("ﬁ", false), ("½", false),
      ("a\u{FE0F}b", false), ("😀", false), ("ᄀ", false), ("가", true),
    ])
  func context(label: String, allowed: Bool) {
    #expect(((try? DomainName(label + ".example")) != nil) == allowed)
  }

  /// Source: RFC 5893, section 2.
  @Test(
    "Writing directions that do not mix",
    arguments: [
      ("אב", true), ("אב1", true), ("1אב", false), ("אבa", false), ("aאב", false), ("א-ב", true), ("א1٢", false),
      ("אבֿ", true),
    ])
  func directions(label: String, allowed: Bool) {
    #expect(((try? DomainName(label + ".example")) != nil) == allowed)
  }

  @Test("A digit at the start of any label is refused beside right-to-left letters")
  func siblings() throws {
    #expect { try DomainName("אב.1a") } throws: { ($0 as? InputRefusal)?.reason == .mixedDirections }
    #expect(try DomainName("אב.a1").labelCount == 2)
  }

  @Test("The encoded form of a name that may not be, or of letters that need none, is refused")
  func falseCoding() {
    for text in [
      "xn--n3h.com", "xn--strae-oqa.com", "xn--a.com", "xn--aa---o47jg78q.com", "xn--fsqu00a-.com", "xn--Bcher-Kva9.x",
    ] {
      #expect(((try? DomainName(text)) != nil) == (text == "xn--strae-oqa.com"), "\(text)")
    }
  }
}
