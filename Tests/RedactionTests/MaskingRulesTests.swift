import Foundation
import Redaction
import Testing

@Suite struct MaskingRulesTests {
  private let rules = MaskingRules()

  @Test(
    "What must not be printed is masked, and the rest stays",
    arguments: [
      ("mail alice.b+c@mail.example.org.", "mail <email>."),
      ("q?user=bob%40example.org&x=1", "q?user=<email>&x=1"),
      ("jürgen@bücher.example, ok", "<email>, ok"),
      ("got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here", "got <token> here"),
      ("cut eyJhbGciOiJFUzI1NiJ9.eyJzdWI", "cut <token>"),
      ("Bearer abc.def-ghi~+/==, next", "Bearer <token>, next"),
      ("bearer  x1", "bearer  <token>"),
      ("DPoP abcdef rest", "DPoP <token> rest"),
      ("Authorization: Basic dXNlcjpwYXNz\nnext", "Authorization: <masked>\nnext"),
      ("Cookie: a=b; c=d\r\nHost: h", "Cookie: <masked>\r\nHost: h"),
      ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nafter", "<pem>\nafter"),
      ("-----BEGIN A-----\\nx\\n-----END A----------BEGIN B-----\\ny\\n-----END B-----.", "<pem><pem>."),
      ("-----BEGIN EC PRIVATE KEY-----\nMIIE", "<pem>"),
      ("-----BEGIN A-----\nx\n-----END A\nafter", "<pem>"),
      ("-----BEGIN A-----\nx\n-----END A\ny\n-----END A-----\nafter", "<pem>\nafter"),
      ("-----BEGIN A-----\\nx\\n-----END A-----\\nafter", "<pem>\\nafter"),
      ("---- BEGIN SSH2 PUBLIC KEY ----\nx\n---- END SSH2 PUBLIC KEY ----\nafter", "<pem>\nafter"),
      ("%2D%2D%2D%2D%2DBEGIN A-----%0Ax%0A-----END A-----%0Aafter", "<pem>%0Aafter"),
      ("Cookie: a=b;\n c=d\nHost: h", "Cookie: <masked>\nHost: h"),
      ("  Cookie: a=b\n  Host: h", "  Cookie: <masked>\n  Host: h"),
      ("client_secret=YWJjZGVmZw==\nHost: h", "client_secret=<masked>\nHost: h"),
      ("Bearer YWJjZGVmZw==\nHost: h", "Bearer <token>\nHost: h"),
      ("got eyJhbGciOiJ9.e30.c2ln\nnext", "got <token>\nnext"),
      ("deviceToken = <740f4707 bebcf74f>; n = 1", "deviceToken = <masked> n = 1"),
      ("token=abcd ef12 requests", "token=<masked> requests"),
      ("secret=ab 12 ms", "secret=<masked> 12 ms"),
      ("GET /cb?code=abcdef12&state=1", "GET /cb?code=<masked>&state=1"),
      ("pin=-----BEGIN K-----\nab cd\n-----END K-----", "pin=<masked>"),
      ("https://h/p?password=a,b;c&pin=1234&x=1", "https://h/p?password=<masked>&pin=<masked>&x=1"),
      (#"{"password": "a\"b, c", "n": 1}"#, #"{"password": "<masked>", "n": 1}"#),
      (#"{"pin":1234,"n":1}"#, #"{"pin":<masked>,"n":1}"#),
      (#"{"clientSecret" : "x y"}"#, #"{"clientSecret" : "<masked>"}"#),
      (#"{"body":"{\"token\":\"a\\\"b\",\"n\":1}"}"#, #"{"body":"{\"token\":\"<masked>\",\"n\":1}"}"#),
      (#""refresh_token": "abc"#, #""refresh_token": "<masked>"#),
      (#"{"token": ["a", "b"], "n": 1}"#, #"{"token": <masked>"#),
      ("Mantlet-App-Token: abc def", "Mantlet-App-Token: <masked> def"),
      ("token=Bearer abc next", "token=<masked> next"),
      ("SECRET = 'a b' c", "SECRET = '<masked>' c"),
      ("password=<masked>abc", "password=<masked>"),
      ("passcode=1234 x", "passcode=<masked> x"),
      (#"{"devicePasscode":"12 34","n":1}"#, #"{"devicePasscode":"<masked>","n":1}"#),
      ("db_pwd: hunter2\n", "db_pwd: <masked>\n"),
      ("PWD=hunter2", "PWD=<masked>"),
      ("otp=123456&x=1", "otp=<masked>&x=1"),
      (#"{"totp":123456}"#, #"{"totp":<masked>}"#),
      ("sms-otp-code: 123456", "sms-otp-code: <masked>"),
      ("private_key=MIIE next", "private_key=<masked> next"),
      (#"{"privateKey": "a b"}"#, #"{"privateKey": "<masked>"}"#),
      ("AWS_SECRET_KEY=abc", "AWS_SECRET_KEY=<masked>"),
      ("pin=1234", "pin=<masked>"),
      ("userPin: 1234", "userPin: <masked>"),
      (#"{"pin_code":"1234"}"#, #"{"pin_code":"<masked>"}"#),
    ])
  func masks(text: String, expected: String) {
    #expect(rules.mask(text) == expected)
    #expect(rules.mask(expected) == expected)
  }

  @Test(
    "Harmless text stays as it is",
    arguments: [
      "", "request 17 took 30 ms", "the pin was wrong", "3 tokens left", "a @ b", "@MainActor", "user@", "--BEGIN--",
      "eyJhbGci", "key.value.other", "Bearer", "password=", "\"pin\": \"\"", "日本語 😀", "100%", "\\\\\\",
      "pinned=true", "spinner: on", "compass=north", "opinion: good", "pinning: 3 pins", "pins=2", "shopping=1",
      "optional: x", "otpauth: x", "passcodes=3", "passed=4", "public_key=abc", "key=value", "keyboard: qwerty",
      "private: yes", "bypass=off", "inspected: 1", "pinpoint=7",
    ])
  func leaves(text: String) {
    #expect(rules.mask(text) == text)
  }

  private static let fragments = [
    "password", "passcode", "pwd=", "otp: ", "private_key", "pin", "token=", "\"secret\": ", "Authorization: ",
    "Bearer ", "DPoP ", "eyJ", "eyJhbGciOiJ9.e30.c2ln",
    "alice@example.org", "a%40b", "-----BEGIN KEY-----", "-----END KEY-----", "\"", "'", "\\", "\\\"", "=", ":", " ",
    "&",
    "\n", ",", "{", "}", "[", "<masked>", "<token>", "<", ">", "@", ".", "-", "ü", "😀", "x", "%", "1234", "%40",
  ]

  @Test("Masking twice gives the same as masking once", arguments: 0..<40 as Range<UInt64>)
  func idempotent(seed: UInt64) {
    var generator = SeededGenerator(seed)
    for _ in 0..<100 {
      let count = Int.random(in: 1...12, using: &generator)
      let text = (0..<count).map { _ in Self.fragments.randomElement(using: &generator) ?? "" }.joined()
      let once = rules.mask(text)
      #expect(rules.mask(once) == once)
    }
  }

  @Test("A named secret never shows, whatever stands around it", arguments: 0..<20 as Range<UInt64>)
  func neverShows(seed: UInt64) {
    var generator = SeededGenerator(seed)
    let forms = [
      "password=hunter2", "\"pin\":\"hunter2\"", "Bearer hunter2", "token: hunter2", "eyJa.hunter2",
      "hunter2@example.org",
      "-----BEGIN K-----\nhunter2\n-----END K-----", "Cookie: sid=hunter2",
    ]
    for _ in 0..<100 {
      func some() -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          ["a ", "1 ", "ü ", "x\n", "(", ") ", "& ", "😀 "].randomElement(using: &generator) ?? ""
        }.joined()
      }
      let text = some() + " " + (forms.randomElement(using: &generator) ?? "") + " " + some()
      #expect(!rules.mask(text).contains("hunter2"))
    }
  }

  /// Of this thread, so that a busy machine changes nothing.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(
    "Hostile repetition costs linear time",
    arguments: [
      "-----BEGIN", "-", "eyJ", "eyJ.", "a@", "pin=", "pin ", "pin=\"\\", "\\", "Bearer ", "%40", "password",
      "\"token\":\"",
    ])
  func linear(unit: String) {
    func seconds(_ bytes: Int) -> Double {
      let text = String(repeating: unit, count: bytes / unit.utf8.count)
      let began = processorTime()
      _ = rules.mask(text)
      return processorTime() - began
    }
    let small = (0..<3).map { _ in seconds(5_000) }.min() ?? 0
    #expect(seconds(100_000) < max(small, 0.002) * 100)
  }

  @Test(
    "`_` and `-` around a name do not hide it",
    arguments: [
      "password_", "_password", "token__", "api_key_", "DB_PASS_", "__tan", "_sid_", "--cvv", "PIN__", "X-Auth_",
      "_pw_", "password-", "api-key--", "DB_PASS-", "-tan-", "token_-", "token-_",
    ])
  func separators(name: String) {
    for text in [
      "\(name)=hunter2", "\(name): hunter2", "{\"\(name)\": \"hunter2\"}", "a?\(name)=hunter2&x=1", "\(name)%3Dhunter2",
      #"{"m":"{\"\#(name)\": \"hunter2\"}"}"#,
    ] {
      #expect(!rules.mask(text).contains("hunter2"), "\(text)")
    }
  }

  @Test(
    "Nor do they where digits alone tell what a value is",
    arguments: [
      "pin_(4938)", "PIN_ 4938 was entered", "PIN__ is 4938", "pin_code_ 4938", "pin-(4938)", "otp__(493817)",
    ])
  func digits(text: String) { #expect(!rules.mask(text).contains("4938"), "\(rules.mask(text))") }

  @Test(
    "Separators alone, and what only ends like a name that counts whole, name nothing",
    arguments: ["_", "--", "min_", "bypass_", "wasid_", "min-", "bypass-", "wasid--"])
  func noNames(name: String) { #expect(rules.mask("\(name)=hunter2") == "\(name)=hunter2") }
}
