#if DEBUG
  import Redaction
  import Testing

  /// Linear work, counted in bytes looked at and not in time, on long texts made for each rule.
  @Suite struct MaskingWorkTests {
    private static let units = [
      "-----BEGIN", "-----END", "-", "--", "eyJ", "eyJ.", "eyJ--", "eyJa.", "a@", "@", "a@b", "a@1.0", "a%40", "%40",
      "%25",
      "%", "pin=", "pin ", "pin  ", "pin:", "pin=\"\\", "pin\\", "pin\"", "\\", "\\u0040", "Bearer ", "bearer=",
      "Basic YTpi ",
      "password", "\"token\":\"", "\"token\":", "token=[", "--pin ", "<pin>", "<pin", "</pin>", "<email", "<email>",
      "://",
      "://a", "://a@", ":\\/\\/", "+", "+1", "+1 ", "0170 ", "0170-", "01 ", "(030) ", "(", "4111", "4111 ", "4111-",
      "1",
      "12 ", "555-", "DE89", "DE89 ", "DE89370400440532013000 ", "cGFzc3dv", "cGFzc3dv/", "cGFzc3dv+", "cGFzc3dv=",
      "cGFzc3dvcmQ9aHVudGVyMg== ", "VGhpcyBpcyB0ZXh0", "SGVsbG8gd29ybGQh/", "aB3", "aB3/", "aB3-", "ü", "ü@", "日", "'a",
      "a'",
      "a.", "a_", "phone=", "phone=1", "tel: (", "n@n.n%", "=", ":", "\"", "\n", "x\u{0}",
      "<pin ", "<a:pin>", "<a:pin ", "<pin><![CDATA[", "<pin><![CDATA[]]>", "<pin>\n", "pin</key>", "pin</key> ",
      "pin</key><a", "\"pin\">", "\"pin\",", "\"pin\",\"value\":", "\"pin\"\n\n", "pin[", "pin[a]", "pin[]=", "pin%5B",
      "&quot;", "pin&quot;", "pin&quot;:&quot;", "\\x22", "\\x22pin\\x22:\\x22", "PIN is ", "<token>a", "<token>",
      "\"a b\"@",
    ]

    @Test("Twice as much of anything costs about twice the work", arguments: units)
    func linear(unit: String) {
      func steps(_ bytes: Int) -> Int {
        MaskingRules.steps(in: String(repeating: unit, count: bytes / unit.utf8.count))
      }
      let (small, large) = (steps(1 << 16), steps(1 << 17))
      #expect(Double(large) < Double(small) * 2.5)
      #expect(large < (1 << 17) * 80)
    }

    @Test("A megabyte too", arguments: ["a@", "pin=\"\\", "eyJ--", "-----BEGIN", "%40", "cGFzc3dv/", "+1 ", "://a"])
    func megabyte(unit: String) {
      let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
      #expect(MaskingRules.steps(in: text) < (1 << 20) * 80)
    }

    @Test(
      "What has only begun does not make the rest cost more",
      arguments: ["-----BEGIN", "pin=\"", "eyJ", "+49", "a@", "://"])
    func begun(start: String) {
      let words = String(repeating: "GET /a?b=1 200 in 3 ms\n", count: 4_000)
      let plain = MaskingRules.steps(in: words)
      #expect(MaskingRules.steps(in: start + words) < plain * 2 + 1000)
      #expect(MaskingRules.steps(in: words + start) < plain * 2 + 1000)
    }
  }
#endif
