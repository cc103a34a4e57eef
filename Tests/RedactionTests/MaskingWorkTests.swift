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
      "\"a b\"@", "curl -u ", "curl -u a:", "curl -u a:b ", "curl --user ", "-u ", "ghp_",
      "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
      "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8 ", "ghp_a--", "sk_live_", "SG.", "SG.a--", "hvs.a--", ".AKIA--",
      "AKIAQ3EGRN7XJ5WP2MFK ", "://a:b",
      "://a:/", "://a:b/", ":\\", ":\\\\/", "://a:1", "\\n", "\\n1", "\\nDE89", "\\npin", "\\nBearer ", "DB_PASS=",
      "a_pass", "a@b.example ",
      "4111 1111 1111 1111 ", "NL91ABNA0417164300 ", "+49 30 23125 123 ", "Bearer abcdef ", "eyJa.b ", "pin=1 ",
      "-----BEGIN-----END----- ",
      // beginnings of keys whose run goes on behind two dashes, and schemes glued together
      "gaaaaaaaaaaaaaaa--", "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8--", "ghp_aaaaaaaaaaaaaaaa--",
      "xoxb-17653672481-abc--", "AKIAAAAAAAAAAAAAAA--", "AKIAQ3EGRN7XJ5WP2MFK--", "sk-aaaaaaaaaaaaaaaa--",
      "sk-A1aaaaaaaaaaaaaa--", "sk-sk-sk-sk-sk-sk-", "sk-abcdefghijklmnop-", "ghp_ghp_ghp_ghp_", "hf_hf_hf_hf_hf_hf_",
      "AIza-AIza-AIza-AIza-", "_AIzaAIzaAIzaAIza", "dop_v1_aaaaaaaaaaaaaaaa", "pypi-pypi-pypi-pypi-",
      "a-SG.aaaaaaaaaaaaaaaa--",
      "Basic+", "basic+", "Basic ", "Basic+Basic+aaa+", "Bearer+", "Bearer+token+", "Bearer+token=", "Basic+AAAA",
      "Basic+YTpi+", "\"pin\":\n", "\"pin\":\n\n", "\"pin\"\n- ", "\"pin\"\n- value: ", "\"pin\"- ", "&", "&#64;",
      "a&#64;",
      "a&#64;b", "&#x40;", "ewog", "ewogICAgImFsZyI6", "ewogICAgImFsZyI6.", "eyAi", "eyAiYWxnIjogIm4--", "R3LDvMOf",
      "R3LDvMOfZSwgUGFzc3dvcnQ9 ", "w7x3w7x3w7x3/", "w7x3w7x3eOS/", "VVVVVVVvVVVV/", "SGVsbG8gd29ybGQh%2F",
      "SGVsbG8gd29ybGQhI%252F", "SGVsbG8gd29ybGQh\\u002f", "SGVsbG8gd29ybGQh\\/", "SGVsbG8gd29ybGQhI\\\\\\/",
      // signs among the first characters, UTF-16, full lines
      "cGluPTE/", "Wm/Dqywg", "b/CfmIAg", "Zmw/Zmw+", "Zmw%2F", "Zmw\\/", "Aa/", "Basic Zmw\\/", "Basic+Zmw%2F",
      "cABhAHMA",
      "AHAAYQBz", "AD8APwA/", "PwA/AD8A", "cABhAHMAz", "cABhAHMA/",
      String(repeating: "SGVs", count: 16) + "\n", String(repeating: "SGVs", count: 19) + "\\r\\n",
      String(repeating: "Zmw/", count: 16) + "\n", String(repeating: "cABhAHMA", count: 8) + "\r\n",
      "a" + String(repeating: "SGVs", count: 16) + "\n", "SGVs\n", "SGVs\\n",
      "-----BEGIN A", "-----END A", "-----END A-", "-----BEGIN A\n-----END A\n", "---- BEGIN SSH2 ", "---- END ", "%2D",
      "%2D%2D%2D%2D%2D", "%2D%2D%2D%2D%2DBEGIN", "\\u002d", "%2D%2D%2D%2D%2DEND ", "eyJ.\n", "eyJa.bcdefghijK\n",
      "eyJa.b=\n",
      "eyJ\n", "Bearer abcde=\n", "token=abcde=\n", "token=ab\\\n", "Cookie: a\n ", "Cookie:\n  ", "\n ", "secret=ab ",
      "secret=abcd abcd ", "ab ", "?code=", "?code=abcdef&", "&amp;key=", "<NSHTTPCookie", "<NSHTTPCookie value:",
      "value:",
      "token=(\n", "eyJa." + String(repeating: "SGVs", count: 16) + "\n",
      "pin(", "pin(\"", "pin(\\\"", "pin(1", "(\"pin\", ", "(\"pin\", \"", "name=pin, value=", "{name = pin, value = ",
      "{name = pin, value = }", "\u{1B}[36mpin\u{1B}[0m=", "\u{1B}[", "\u{1B}[3;", "\u{1B}[3;1mpin", "[1;1;1;1;1;1;pin",
      "pin\\u001b[0m", "pin\u{1B}[0m", "pin=%22a%5C", "pin%22%3A%22a%5C", "pin%22%3A%22%255C%2522",
      "%5C%22pin%5C%22%3A%5C",
      "pin\\u0022:\\u0022\\\\", "curl -u \"", "curl -u \"a:", "curl -u \\\"a", "curl -u 'a:b c' ", "'-u a",
      "pin: Optional(1)\n - some: ", "pin: Optional(\"a\")\n- some: \"", "pin -> ", "pin -> 1", "pin\u{FF1A}",
      "pin\u{FF1A}“",
      "pin: “", "pin: ‘a’", "pin=\"a\"+", "pin=\"a\" + \"", "pin=\"a\" + ",
      "\u{202F}", "1\u{202F}", "0170\u{2011}", "DE89\u{202F}",
      // colours whose own last letters are words, quotes behind more backslashes than any text nests, payloads and labels
      "\u{1B}[2m", "\u{1B}[32m", "\\e[2m", "\\u001b[2m", "\u{1B}[2m \u{1B}[2m  ",
      "curl -u \\\\\\\\\\\\\\\\\\\"a ", "curl -u \\\\\\\\\\\\\\\\\"a ", "pin=Optional(", "pin(\"a)", "pin('a",
      "pin(\"abcd\" ",
      "pin(\\\\\\\\\\\\\\\\\\\"", "(name: pin, value: ", "(name: pin, value: a, b", "name: pin, value: a, b: ",
      // the same inside JSON, and lists of texts
      "pin=Optional(\\\"", "pin=Optional(\\\\\\\"", "pin=a(\\\"", "pin=a(\"", "(\\\"pin\\\", ", "(\\\"pin\\\", \\\"",
      "name=\\\"pin\\\">", "\\\"pin\\\",\\\"value\\\":", "\\\"pin\\\"\\n", "\\\"pin\\\"\\n- ", "\\\"pin\\\"\\n\\n",
      "\\\"pin\\\":\\n", "\\\"pin\\\":\\t", "pin:\\t", "pin -> \\\"", "pin<\\/key>", "pin<\\/key>\\n",
      "pin<\\/key>\\n<a>",
      "<pin>a<\\", "pin=Optional(Optional(", "pin=Optional(1)\\n", "pin=Optional(\\\"a\\\")\\n- some: ",
      "pin%3AOptional%28%22", "pin%3AOptional%28", "pin%3Aa%28%5C%22", "pin=Optional(&quot;", "pin(\",\",\"",
      "pin(\"a\",\"", "pin(\"abcd\", ", "pin(\\\"a\\\",\\\"",
      // separators behind a name
      "pin_=", "pin____=", "pin_ ", "pin____ ", "pin_(", "pin-=", "pin----=", "pin--", "pin_-", "pin-\"", "pin-\\\"",
      "\\npin-=", "pin-%3D", "\"pin-\":",
    ]

    @Test("Twice as much of anything costs about twice the work", arguments: units)
    func linear(unit: String) {
      func steps(_ bytes: Int) -> Int {
        MaskingRules.steps(in: String(repeating: unit, count: bytes / unit.utf8.count))
      }
      let (small, large) = (steps(1 << 14), steps(1 << 15))
      #expect(Double(large) < Double(small) * 2.5 + 20_000)
      #expect(large < (1 << 15) * 80)
    }

    @Test(
      "A megabyte of anything costs at most 40 looks at each byte",
      arguments: stride(from: 0, to: units.count, by: 12).map { units[$0] })
    func megabyte(unit: String) {
      let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
      #expect(MaskingRules.steps(in: text) < (1 << 20) * 40)
    }

    @Test(
      "A word in front of a run of colours, or in each of them, does not make the run cost more",
      arguments: ["\u{1B}[2m", "\u{1B}[32m", "\\e[2m", "\\u001b[2m"], ["pin", "password=", "curl", "2m", "Bearer "])
    func colours(unit: String, word: String) {
      func steps(_ bytes: Int) -> Int {
        MaskingRules.steps(in: word + String(repeating: unit, count: bytes / unit.utf8.count))
      }
      let (small, large) = (steps(1 << 15), steps(1 << 16))
      #expect(Double(large) < Double(small) * 2.5 && large < (1 << 16) * 40)
    }

    @Test(
      "What ends a run of names costs no look at the whole run for each of them",
      arguments: [
        "pin=", "pin=a", "pin(", "token='", "pin=Optional(", "pin=Optional(\\", "(\\\"pin\\\",", "name: pin, value: ",
        "curl -u a", "pin -> ", "pin\\", "pin%3AOptional%28%22-----BEGIN", "pin%3A%2D%2D%2D%2D%2DBEGIN",
        "pin=Optional(1)\\n- some: 1", "\\\"pin\\\"\\n\\n", "\\\"pin\\\"\\n\\n\\\"\\\"",
        "\\\"pin\\\"\\n\\n\"", "\\\"pin\\\"\\n\\n-----BEGIN", "Bearer ab=\\\"",
      ],
      ["(\"\")", "\"", ")", "\n", "('')", "(\"\"\")", "\")", "Optional(\"\")"])
    func tails(unit: String, tail: String) {
      func steps(_ bytes: Int) -> Int {
        MaskingRules.steps(in: String(repeating: unit, count: bytes / unit.utf8.count) + tail)
      }
      let (small, large) = (steps(1 << 13), steps(1 << 14))
      #expect(Double(large) < Double(small) * 2.5 + 20_000 && large < (1 << 14) * 40)
    }

    @Test("Every kind of find is among them")
    func kinds() {
      var kinds: Set<MaskedKind> = []
      for unit in Self.units {
        let bytes = Array(String(repeating: unit, count: 40).utf8)
        kinds.formUnion(bytes.withUnsafeBufferPointer { MaskingRules().leaks(in: $0) }.map(\.kind))
      }
      #expect(kinds == Set(MaskedKind.allCases))
    }

    @Test("Twice as much of any mixture costs about twice the work", arguments: 0..<8 as Range<UInt64>)
    func mixtures(seed: UInt64) {
      var generator = SeededGenerator(seed)
      for _ in 0..<25 {
        let mixture = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
          Self.units.randomElement(using: &generator) ?? ""
        }.joined()
        func steps(_ bytes: Int) -> Int {
          MaskingRules.steps(in: String(repeating: mixture, count: bytes / mixture.utf8.count))
        }
        let (small, large) = (steps(1 << 14), steps(1 << 15))
        #expect(large < small * 5 / 2 + 20_000 && large < (1 << 15) * 40, "\(mixture.debugDescription)")
      }
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
