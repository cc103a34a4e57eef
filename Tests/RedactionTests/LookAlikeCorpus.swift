/// What looks like a secret and is none: hand-written values in hand-written surroundings, each with each.
enum LookAlikeCorpus {
  private static let values = [
    // times
    "2026-11-22", "2026-11-22T16:50:00.123Z", "2026-11-22 16:50:00,123", "22.11.2026", "22/11/2026", "11-22-2026",
    "16:50:00.123456", "1763829000", "1763829000123", "1763829000123456", "2026-11-22T16:50:00+0100", "1h30m",
    "20261122165000",
    // versions and builds
    "18.1.2", "1.2.3.4", "v2.0.0-beta.1", "6.2.4-1763829000", "build 20261122", "iOS 18.1 (22B83)", "left-pad@1.3.0",
    "checkout@v4", "icon@2x.png", "CFNetwork/1568.200.51 Darwin/24.1.0", "5.0.0-1071-aws",
    // identifiers
    "550e8400-e29b-41d4-a716-446655440000", "550E8400-E29B-41D4-A716-446655440000", "order 100200300", "req-7f3a9c2e",
    "#0123456789", "INV-2026-000123", "ord_4111111111111112", "0000123456", "A1B2C3D4", "sha256:9f86d081884c7d65",
    "d41d8cd98f00b204e9800998ecf8427e", "LV-426", "4111111111111112", "1234567812345678", "9999999999999999999",
    "DE89370400440532013001", "XX00123456789012345", "GB33BUKB2020155555555", "AB12CD34EF56",
    // networks
    "192.168.178.20", "10.0.0.1:8080", "2001:db8::1", "fe80::1%en0", "00:1b:44:11:3a:b7", "255.255.255.0/24",
    "api.example.org:443", "https://example.org/a/b?page=2&limit=50", "http://127.0.0.1:8080/health",
    "/usr/lib/swift/linux",
    // numbers
    "0.123456789", "3.14159265358979", "1,234,567.89", "-40.7128, 74.0060", "52.520008 13.404954", "0x7fff5fbff8c0",
    "1e-10", "100%", "50%25", "12 of 34", "999 MB", "4096 bytes", "1 200 300", "300 400 5000", "0003 12345678", "17/30",
    "1920x1080",
    // base64 and hexadecimal that hold nothing
    "9j/4AAQSkZJRgABAQEAYABgAAD", "iVBORw0KGgoAAAANSUhEUgAAAAE", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "R3LDvMOfZSBhbiBhbGxl", "PDFActionGoTo", "PDFActionResetForm", "allAccuse", "pinToEdge", "SGVsbG8h", "aB3dE9xQ",
    "c3AhLUDFPECM9qbdvpEKiu4cqOCAdgwggHUMAwGA1UdEwEB", "SGVsbG8sIHdvcmxkLCBhbGwgaXMgd2VsbA==",
    "deadbeefcafebabe0123456789abcdef", "eyJhbGci",
    // words
    "@MainActor", "user@", "a @ b", "@ 30 fps", "pinned", "spinner: on", "the pin was wrong", "3 tokens left",
    "passed: 14", "bypass=off", "compass: north", "opinion: good", "keyboard: qwerty", "public_key=abc", "tokens=3",
    "Bearer token missing", "Bearer token. Then", "Bearer realm=x, error=y", "Bearer error=expired", "bearer of news",
    "passwordHashing: argon2", "hashPin is called", "tokenValueType: 3", "pin20=1", "sultan: 4", "postcode=10115",
    "status_code=200", "bearers: 4", "forbearer=1", "\"password\":\n- next", "password:\nnext line", "\"pin\",\n- next",
    "\"opinion\":\n\"good\"", "- key: \"pinned\"\n- value: \"a\"", "alice&#65;example", "a &#64; b", "R&D &amp; more",
    "eyewitness.example", "ewoks.example.org", "eyAlike.b", "my-AKIA", "aws_AKIA_short",
    "task-sk-learn-with-a-long-name",
    "AKIA-Q3EGRN7XJ5WP2MFK", "AKIAQ3EGRN7XJ5WP2MFK1", "1\u{202F}200\u{202F}300", "12\u{2011}34",
    #"Bearer scope="a""#, #"Bearer scope=\"a\""#, #"Bearer realm=\"x\""#,
    "DE89\u{202F}3704\u{202F}1044\u{202F}1532\u{202F}1130\u{202F}01",
    "bearer authentication required", "Basic usage", "basic training", "the secret garden",
    "secretary: none", "author: unknown", "cookies=2", "pinning: 3 pins", "tokenizer: bpe", "hotel: 4", "tan 45",
    "applicationWillResignActive", "viewDidAppear/viewWillDisappear", "com.example.App.SleepLogViewController",
    "-----", "--- BEGIN ---", "-----------", "\\\\\\", "日本語 😀", "Grüße", "password", #""pin": """#,
    "mobile: true", "phone: none", "telephone=n/a", "std::token", "Optional(7)", "<b>bold</b>", "<email>", "<masked>",
    "<token> is a mark", "a<pin && b>pin", "List<Token> tokens", "<password/>text</b>", "(token): log in",
    "max_tokens=512",
    "pin13=1", "the pin is 4", "PIN is wrong", #"name="token" is missing"#, "a[0]=b", "&amp;", #"C:\x22"#,
    "AKIA", "AKIAshort", "ghp_short", "sk_live", "sk-learn", "sk-estimator-html-doc-link-with-long-name", "xoxo-xoxo",
    "npm_config_registry_with_a_long_name_x", "hf_hub_download_from_the_model_hub", "hvs.example", "SG.1",
    "docker run -u 1000:1000 image", "curl -o out.txt https://example.org", "curl -u alice x", "-u a:b",
    "curly -u a:b", "http://example.org:8080/path:x", "see https://a.example, b", "compass=1", "by-passed: 3",
    "C:\\new\\report", #"{"log":"a\nb\tc"}"#, "@scope/package-name-without-end",
    "?code=404&x=1", "/items?key=date", "sig=11", "code=ENOENT now", "token value 12 30 44", "cookie jar",
    "<NSHTTPCookie>",
    "---- BEGIN REQUEST ----", "%2D%2D%2D", "\\u002d", "signature=v1", "auth=none", "auth: required",
    "token(for: x)", "password(length: 12)", "pin(view)", "pin(1)", "secret()", "token(s)", #"("pinned", "a")"#,
    #"["password", "name"]"#, "{name = pinned, value = a}", "name: token, size: 4", "rename: token, value: 4",
    "token -> String", "pinned\u{1B}[0m=1", "\u{1B}[36mspinner\u{1B}[0m: on", "a[36mpin", "token\u{1B}[0m",
    "curl -u \"alice\" x", "（3）",
    #"NSLocalizedString("password", "Label of the field")"#, #"XCTAssertEqual("token", "expected value")"#,
    #"log("pin", "layout of the map")"#, #"dictionary.set("authorization", "denied by the user")"#,
    #"requestAuthorization("notDetermined")"#, #"unexpectedToken("}")"#, #"unexpectedToken("while")"#,
    "unexpected token('}')", "token(1024)", "gpio pin -> 13", #"isn't a token('x) more", "b": 1}"#,
    #"pin=Optional("")"#, #"pin=Optional(\"\")"#, #"log(\"pin\", \"layout\")"#, #"gpio pin -> 13\n"#, "{\\n\\t7",
    #"credentials("alice", 7)"#, #"token("a", "b")"#, #"name=\"token\" is missing"#, #"\"pin\",\n- next"#,
    "token-ring-=4", "pin- und TAN-Eingabe", "the 'pin-' prefix", "token--", "pin_(1)", "PIN_ 4 of 9", "token->kind",
    #"{"@type":"Person"}"#, #"{"handle":"@example.org"}"#,
  ]

  private static let carriers = [
    "%", "took % to finish", "id=% ok", #"{"value":"%","n":1}"#, "[%]", "a, %, b", "line one\n%\nline three",
  ]

  static let texts: [String] = values.flatMap { value in carriers.map { $0.replacing("%", with: value) } }
}
