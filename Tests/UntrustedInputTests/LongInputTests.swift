import Testing
import UntrustedInput

/// Strings that send patterns with alternatives back and forth: here a megabyte costs a look at its length.
@Suite struct LongInputTests {
  private static let megabyte = 1 << 20

  private static func repeated(_ piece: String, _ end: String = "") -> String {
    String(repeating: piece, count: megabyte / piece.utf8.count) + end
  }

  static let strings: [String] = [
    repeated("a", "!"), repeated("a.", "@"), repeated("a@"), repeated("\"", "@a.b"), repeated("\\\""), repeated("("),
    repeated("a-", "@a"), repeated("xn--"),
    repeated("é"), repeated("e\u{301}"), repeated("."), "a@" + repeated("a."), "a@" + repeated("1."), repeated("%41"),
    "nap://a/" + repeated("../"), "nap://a?" + repeated("a=b&"),
    "nap://" + repeated("a:"), repeated("1"), repeated("0:"), repeated("-"), repeated("{\"a\":"), repeated("👩‍👩‍👧‍👦"),
    repeated("\u{300}"), repeated(" "), repeated("COM1."),
  ]

  @Test("A megabyte of any of them is refused by all readers together in seconds, not hours", arguments: strings)
  func linear(text: String) {
    let clock = ContinuousClock()
    let bytes = Array(text.utf8)
    let took = clock.measure {
      #expect(throws: InputRefusal.self) { try EmailAddress(text) }
      #expect(throws: InputRefusal.self) { try DomainName(text) }
      #expect(throws: InputRefusal.self) { try DeepLink(text) }
      #expect(throws: InputRefusal.self) { try FileName(text) }
      #expect(throws: InputRefusal.self) { try TimeRange(text) }
      #expect(throws: InputRefusal.self) { try ClockTime(text) }
      #expect(throws: InputRefusal.self) { try SleepDuration(text) }
      #expect(throws: InputRefusal.self) { try CalendarDay(text) }
      #expect(throws: InputRefusal.self) { try Punycode.decode(text) }
      #expect(throws: InputRefusal.self) { try JSONBounds().read(bytes) }
      #expect(throws: InputRefusal.self) { try ImageHead(bytes) }
      #expect(MailAddressLiteral(text) == nil)
    }
    #expect(took < .seconds(10), "\(took)")
  }

  @Test("The longest inputs within the limits take no long time either")
  func longest() {
    let address =
      "\"" + String(repeating: "\\\"", count: 31) + "\"@"
      + [String](repeating: String(repeating: "ü", count: 50), count: 9).joined(separator: ".")
    let link = "nap://a/" + String(repeating: "%C3%A9", count: 330)
    let took = ContinuousClock().measure {
      for _ in 0..<20 {
        _ = try? EmailAddress(address)
        _ = try? DeepLink(link)
        _ = try? FileName(String(repeating: "e\u{301}", count: 250))
      }
    }
    #expect(took < .seconds(10), "\(took)")
  }
}
