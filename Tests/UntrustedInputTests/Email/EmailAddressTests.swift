import Testing
import UntrustedInput

@Suite struct EmailAddressTests {
  private func verdict(_ address: String, _ forms: EmailAddress.Forms = []) -> String {
    do throws(InputRefusal) {
      _ = try EmailAddress(address, allowing: forms)
      return "+"
    } catch { return error.reason.rawValue }
  }

  @Test("The corpus has two hundred rows and more, none twice")
  func size() {
    let rows = [EmailCorpus.valid, EmailCorpus.invalid, EmailCorpus.decided].flatMap(EmailCorpus.rows)
    #expect(rows.count >= 250)
    #expect(Set(rows.map { Array($0.address.unicodeScalars) }).count == rows.count)
  }

  @Test("The judgement of each row is that of the RFCs, and names the first flaw in reading order")
  func corpus() {
    for row in [EmailCorpus.valid, EmailCorpus.invalid, EmailCorpus.decided].flatMap(EmailCorpus.rows) {
      #expect(verdict(row.address) == row.expected, "\(row.address)")
    }
  }

  @Test("What is taken is written in one spelling, which reads back as the same address")
  func spelling() throws {
    for row in EmailCorpus.rows(EmailCorpus.valid) {
      let address = try EmailAddress(row.address)
      #expect(try EmailAddress(address.comparable) == address, "\(row.address)")
      #expect(try EmailAddress(address.description) == address, "\(row.address)")
      #expect(try EmailAddress(address.comparable).comparable == address.comparable)
      #expect(address.comparable.utf8.count <= EmailAddress.longest)
    }
  }

  @Test(
    "Two spellings of one address are one; capitals before the @ stay what they are",
    arguments: [
      ("user@EXAMPLE.com", "user@example.com", true), ("\"user\"@example.com", "user@example.com", true),
      ("\"us\\er\"@example.com", "user@example.com", true), ("a@bücher.example", "a@XN--BCHER-KVA.example", true),
      ("a@BÜCHER.example", "a@bu\u{308}cher.example", true), ("jo\u{308}rg@a.example", "jörg@a.example", true),
      ("User@example.com", "user@example.com", false), ("\"a b\"@example.com", "\"a  b\"@example.com", false),
      ("a@straße.de", "a@strasse.de", false), ("user@\u{212A}.example", "user@k.example", true),
    ])
  func equality(one: String, other: String, same: Bool) throws {
    #expect(try (EmailAddress(one) == EmailAddress(other)) == same)
    #expect(try (EmailAddress(one).comparable == EmailAddress(other).comparable) == same)
  }

  @Test(
    "Numeric addresses are read when they are asked for",
    arguments: [
      ("a@[192.0.2.1]", "a@[192.0.2.1]"), ("a@[IPv6:2001:DB8::1]", "a@[IPv6:2001:db8::1]"),
      ("a@[ipv6:::]", "a@[IPv6:::]"), ("a@[IPv6:::1]", "a@[IPv6:::1]"),
      ("a@[IPv6:1:2:3:4:5:6:7:8]", "a@[IPv6:1:2:3:4:5:6:7:8]"),
      ("a@[IPv6:::ffff:192.0.2.1]", "a@[IPv6:::ffff:c000:201]"),
      ("a@[IPv6:1:0:0:2:0:0:0:3]", "a@[IPv6:1:0:0:2::3]"), ("a@[IPv6:1::]", "a@[IPv6:1::]"),
    ])
  func literals(text: String, written: String) throws {
    #expect(verdict(text) == "addressLiteral")
    #expect(try EmailAddress(text, allowing: .addressLiteral).comparable == written)
  }

  @Test(
    "Numeric addresses that are none are refused all the same",
    arguments: [
      "[]", "[1.2.3]", "[1.2.3.256]", "[01.2.3.4]", "[1.2.3.4", "[1.2.3.4]x", "[1.2.3.4.5]", "[IPv6:]", "[IPv6:1]",
      "[IPv6:1::2::3]", "[IPv6:1:2:3:4:5:6:7:8:9]", "[IPv6:12345::]", "[IPv6:g::]", "[IPv6:::1.2.3]",
      "[IPv6:1:2:3:4:5:6:7::8]",
      "[2001:db8::1]", "[tag:text]", "[IPv6:fe80::1%eth0]", "[IPv6: ::1]", "[-1.2.3.4]", "[+1.2.3.4]", "[IPv6::+1::]",
    ])
  func falseLiterals(text: String) {
    #expect(verdict("a@" + text, .addressLiteral) == "malformedAddressLiteral")
  }

  @Test("A name without dot is taken when it is asked for")
  func localhost() { #expect(verdict("root@localhost", .singleLabel) == "+") }

  @Test("The refusal says where: the character in the address as it was typed")
  func places() {
    for (text, place) in [("us er@example.com", 3), ("user@exa_mple.com", 9), ("müll@bü☃r.de", 8), ("a@b..c", 5)] {
      #expect { try EmailAddress(text) } throws: { ($0 as? InputRefusal)?.place == place }
    }
  }

  @Test("254 bytes are an address, one more is none")
  func lengths() throws {
    func b(_ count: Int) -> String { String(repeating: "b", count: count) }
    let long = String(repeating: "a", count: 64) + "@" + [b(63), b(63), b(61)].joined(separator: ".")
    #expect(try EmailAddress(long).comparable.utf8.count == 254)
    #expect(verdict(long + "b") == "tooLong")
    // What counts is how it is sent.
    let letters =
      String(repeating: "a", count: 64) + "@" + [String](repeating: "ü" + b(44), count: 3).joined(separator: ".")
    #expect(letters.utf8.count <= 254 && verdict(letters + ".de") == "+")
    let sent = letters + ".müüüüüüüüüüüüde.müüüüüüüüüüüüde"
    #expect(sent.utf8.count <= 290 && verdict(sent) == "tooLong")
  }
}
