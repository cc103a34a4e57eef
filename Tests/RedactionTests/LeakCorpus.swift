import Foundation

/// Shapes of leaks: hand-written secrets in hand-written surroundings, each with each where it makes sense.
///
/// Nothing here belongs to anybody: addresses end in names reserved by RFC 2606, telephone numbers are those that
/// authorities set aside for fiction, account and card numbers are the published examples, keys are noise.
enum LeakCorpus {
  struct Shape: Sendable {
    let text: String
    /// What must not be left.
    let core: String
  }

  /// A secret that its own form gives away, and the part of it that must go.
  private static let contents: [(text: String, core: String)] = [
    // e-mail addresses
    ("alice@example.org", "alice"), ("Alice.Smith+tag@mail.example.com", "Smith"), ("o'brien@example.org", "brien"),
    ("jürgen@bücher.example", "rgen"), ("用户@例子.example", "用户"), ("δοκιμή@παράδειγμα.example", "δοκιμή"),
    ("a_b-c~d@sub.example.net", "a_b-c"), ("bob@[192.0.2.7]", "bob"), ("carol@[IPv6:2001:db8::7]", "carol"),
    ("alice&#64;example.org", "alice"), ("alice&#x40;example.org", "alice"), ("dave@localhost", "dave"),
    ("x%2Bfrank@example.org", "frank"), ("erin%40example.org", "erin"),
    ("grace%2540example.org", "grace"), (#"heidi\u0040example.org"#, "heidi"), ("root@198.51.100.4", "root"),
    // tokens
    ("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl", "eyJzdWI"),
    ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.", "eyJzdWI"), ("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJh", "eyJzdWI"),
    ("eyJhbGciOiJSU0EtT0FFUCJ9.OKOawDo.48V1_ALb6.5eym8TW_c8.XFBoMYUZ", "OKOawDo"),
    ("eyJhbGciOiJFUzI1NiJ9%2EeyJzdWIiOiJhbGljZSJ9%2Ec2ln", "eyJzdWI"),
    ("Bearer 7f9c2ba4e88f827d616045507605853e", "7f9c2ba4"), ("bearer sk.live.A1b2-C3d4~E5/f6+7==", "A1b2"),
    ("Bearer is9f8a7b6c5d4e3f", "9f8a7b"), ("Bearer token12345678", "12345678"), ("bearer error.9f8a7b6c", "9f8a7b"),
    ("Basic+YWxhZGRpbjpvcGVuc2VzYW1l", "YWxhZGRpb"), ("DPoP Kz8mR2qL9vX4", "Kz8mR2"),
    ("ewogICAgImFsZyI6ICJIUzI1NiIKfQ.ewogICJzdWIiOiAiYWxpY2UiCn0.c2lnbmF0dXJl", "ewogICJzdWI"),
    ("eyAiYWxnIjogIm5vbmUiIH0.eyAic3ViIjogImFsaWNlIiB9.", "eyAic3Vi"), ("Basic YWxhZGRpbjpvcGVuc2VzYW1l", "YWxhZGRpb"),
    // telephone numbers
    ("+49 30 23125 123", "23125"), ("+49 (0)30 23125 123", "23125"), ("+4915228817386", "88173"),
    ("+1 555-555-0123", "555-0123"), ("+1 (415) 555-0132", "555-0132"), ("+44 20 7946 0958", "7946"),
    ("+33 1 99 00 12 34", "99 00"), ("0049 40 66969 123", "66969"), ("0152 28817386", "88173"),
    ("015228817386", "88173"), ("(030) 23125-123", "23125"), ("030/23125123", "23125"), ("07700900123", "900123"),
    ("01 99 00 12 34", "99 00"), ("415-555-0132", "555-0132"), ("(415) 555-0132", "555-0132"),
    ("1-800-555-0199", "0199"), ("1.415.555.0132", "0132"), ("1 (415) 555-0132", "0132"), ("1-(415) 555-0132", "0132"),
    ("+43.1.9900.1234", "9900"), ("+49\u{202F}30\u{202F}23125\u{202F}123", "23125"),
    ("+49\u{2011}30\u{2011}23125\u{2011}123", "23125"), ("0152\u{202F}28817386", "88173"),
    ("415\u{2011}555\u{2011}0132", "0132"),
    // accounts and cards
    ("DE89370400440532013000", "0532013"), ("DE89 3704 0044 0532 0130 00", "0532 0130"),
    ("DE89\u{A0}3704\u{A0}0044\u{A0}0532\u{A0}0130\u{A0}00", "0532"),
    ("DE89\u{202F}3704\u{202F}0044\u{202F}0532\u{202F}0130\u{202F}00", "0532"),
    ("AT61\u{2011}1904\u{2011}3002\u{2011}3457\u{2011}3201", "3457"),
    ("4111\u{202F}1111\u{202F}1111\u{202F}1111", "1111"),
    ("GB82 WEST 1234 5698 7654 32", "5698"), ("FR1420041010050500013M02606", "0050500013"),
    ("CH9300762011623852957", "62385"), ("NL91ABNA0417164300", "0417164"), ("no9386011117947", "11117"),
    ("AT61-1904-3002-3457-3201", "3457"),
    ("4111 1111 1111 1111", "1111 1111"), ("4012888888881881", "888888"), ("5555-5555-5555-4444", "5555-5555"),
    ("378282246310005", "822463"), ("3782 822463 10005", "822463"), ("6011111111111117", "1111111"),
    // keys by their form; taken apart, so that nobody's search for keys finds this file
    ("AKIA" + "Q3EGRN7XJ5WP2MFK", "N7XJ5"), ("ASIA" + "Y34FZKBOKMUTVV7A", "KBOKM"),
    ("ghp" + "_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", "G7h8"),
    ("ghs" + "_9rQ8pO7nM6lK5jI4hG3fE2dC1bA0zY9xW8vU", "K5jI"),
    ("github" + "_pat_11ABCDEFG0a1B2c3D4e5F6_g7H8i9J0k1", "c3D4"), ("glpat" + "-a1B2c3D4e5F6g7H8i9J0", "D4e5"),
    ("sk" + "_live_51a2B3c4D5e6F7g8H9i0", "D5e6"), ("rk" + "_test_a2B3c4D5e6F7g8H9", "D5e6"),
    ("xox" + "b-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy", "pdFZ"),
    ("AIza" + "SyB1x2C3v4B5n6M7a8S9d0F1g2H3j4K5l6M", "C3v4"),
    ("SG" + ".aB1cD2eF3gH4iJ5kL6mN7o.pQ8rS9tU0vW1xY2z", "pQ8r"),
    ("npm" + "_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "D4e5"),
    ("pypi" + "-AgEIcHlwaS5vcmcCJDdhMWIyYzNkLTRlNWYtNmc3aC04aTlqAAIq", "dhMW"),
    ("sk" + "-proj-a1B2c3D4e5F6g7H8i9J0k1L2m3", "D4e5"), ("shpat" + "_0123456789abcdef0123456789abcdef", "89abcd"),
    ("AGE-SECRET" + "-KEY-1QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQY", "QGPQY"),
    ("hvs" + ".CAESIJlU9JMYEhOPYv4igdhmVNfoZ3RpbmcNGh4K", "JMYE"), ("ya29" + ".a0ARrdaM8x1y2z3A4b5C6d7E8f9G", "x1y2"),
    ("AKIA" + "Q3EGRN7XJ5WP2MFK-east", "N7XJ5"), ("AKIA" + "Q3EGRN7XJ5WP2MFK_east", "N7XJ5"),
    ("aws-AKIA" + "Q3EGRN7XJ5WP2MFK", "N7XJ5"), ("aws_AKIA" + "Q3EGRN7XJ5WP2MFK-1", "N7XJ5"),
    ("my-ghp" + "_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", "G7h8"),
    ("old_ghp" + "_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8--new", "G7h8"),
    ("AIza" + "SyB1x2C3v4B5n6M7a8S9d0F1g2H3j4K5l6M-prod", "C3v4"),
    ("stripe-sk" + "_live_51a2B3c4D5e6F7g8H9i0", "D5e6"),
    ("mail-SG" + ".aB1cD2eF3gH4iJ5kL6mN7o.pQ8rS9tU0vW1xY2z", "pQ8r"),
    ("hf" + "_aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH", "HiJk"),
    // URLs
    ("https://u:a,hunter2@example.org/x", "hunter2"), ("https://u:a/hunter2@example.org/x", "hunter2"),
    ("https://u:a#hunter2@example.org", "hunter2"), ("redis://:hunter2@198.51.100.4:6379/0", "hunter2"),
    ("https:\\/\\/u:hunter2@example.org", "hunter2"),
    ("https://alice:hunter2@example.org/x", "hunter2"), ("ftp://u:p%21s@198.51.100.4", "p%21s"),
    ("https://ghx_A1b2C3d4@git.example.org/r.git", "A1b2"),
    // wrapped once or twice
    ("cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"), ("cGFzc3dvcmQ9aHVudGVyMg", "aHVudGVy"),
    ("eyJwYXNzd29yZCI6Imh1bnRlcjIifQ==", "Imh1bnRlcjI"), ("YWxpY2VAZXhhbXBsZS5vcmc=", "YWxpY2VA"),
    ("WVd4cFkyVkFaWGhoYlhCc1pTNXZjbWM9", "WVd4cFky"), ("QXV0aG9yaXphdGlvbjogQmVhcmVyIGFiYzEyMw==", "QmVhcmVy"),
    ("LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUUK", "UFJJVkFU"),
    ("cGluPTEyMzQ=", "PTEyMzQ"), ("cGluPTEy", "PTEy"), ("R3LDvMOfZSwgUGFzc3dvcnQ9aHVudGVyMg==", "aHVudGVy"),
    ("w5xiZXJzaWNodDogcGluPTEyMzQ=", "PTEyMzQ"),
    // behind base64 of harmless text, at each of the four places of a group
    ("SGVsbG8gV29ybGQh/cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("SGVsbG8gV29ybGQh+cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("SGVsbG8gV29ybGQhIQ/cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("SGVsbG8gV29ybGQhISE/cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("R3LDvMOfZSBhdXMgS8O2bG4/eyJwYXNzd29yZCI6Imh1bnRlcjIifQ==", "Imh1bnRlcjI"),
    ("SGVsbG8AV29ybGQh/AAAcGFz/cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    // where the sign between them is escaped: one character of several bytes
    ("SGVsbG8gV29ybGQhI%2FcGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("SGVsbG8gV29ybGQhI%2BcGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"),
    ("data=SGVsbG8gV29ybGQhI%2FcGFzc3dvcmQ9aHVudGVyMg%3D%3D&x=1", "aHVudGVy"),
    ("GET /f/SGVsbG8gV29ybGQhI%2FYWxpY2VAZXhhbXBsZS5vcmc%3D", "YWxpY2VA"),
    (#"{"a":"SGVsbG8gV29ybGQhII\u002fYWxpY2VAZXhhbXBsZS5vcmc="}"#, "YWxpY2VA"),
    (#"{"a":"cGFzc3dvcmQ9YWI\/aHVudGVyMg=="}"#, "aHVudGVy"),
    (#"{\"a\":\"cGFzc3dvcmQ9YWI\\\/aHVudGVyMg==\"}"#, "aHVudGVy"),
    // credentials with an escaped sign
    ("GET /x?h=Basic%20YWxpY2U6d2g%2FaHVudGVyMg%3D%3D", "aHVudGVy"), ("Basic YWxpY2U6d2g\\/aHVudGVyMg==", "aHVudGVy"),
    ("GET /x?h=Bearer%20YWxpY2V3d2g%2BaHVudGVyMg%3D%3D", "aHVudGVy"),
    // where the text before ends in half a character, or in bytes of another encoding
    ("R3LDvMOfeOS/cGFzc3dvcmQ9aHVudGVyMg==", "aHVudGVy"), ("R3LDvMOfeOS/YWxpY2VAZXhhbXBsZS5vcmc=", "YWxpY2VA"),
    ("R3LDvMOfeHg/SGVsbG8gV+RybWUgcGluPTEyMzQ=", "PTEyMzQ"),
  ]

  /// Each `%` stands for the content.
  private static let carriers = [
    "%", "user % signed in", "2026-11-22T16:50:00Z INFO [net] sent to % in 30 ms", "value=%", "a=1&to=%&b=2",
    #"{"id":7,"note":"%","n":1}"#, #"{"body":"{\"note\":\"%\"}"}"#, "X-Note: %\r\nHost: h", "(%)", "<note>%</note>",
    "a;%;b", "'%'", "[%, next]", "first\n%\nlast", "note:%", "→ % ←", #"["note": "%"]"#,
  ]

  static let names = [
    "password", "Password", "PASSWORD", "user_password", "newPassword", "passwd", "pwd", "passphrase", "pin", "userPin",
    "PIN", "pin_code", "passcode", "otp", "sms-otp", "token", "accessToken", "refresh_token", "Mantlet-App-Token",
    "client_secret", "SECRET", "api_key", "X-Api-Key", "apiKey", "privateKey", "secret_key", "credentials", "sessionId",
    "jwt", "code_verifier", "passwort", "passwordHash", "pinHash", "pin_hash", "tokenValue", "secretValue", "pin2",
    "mTAN",
    "verification_code", "bearer",
  ]

  /// `N` stands for the name and `%` for the value.
  static let forms = [
    "N=%", "N: %", "N = %", "a=1&N=%&b=2", #"{"N":"%"}"#, #"{"N" : "%", "n": 1}"#, #"{"body":"{\"N\":\"%\"}"}"#,
    "N='%'", #"N = "%""#, "<N>%</N>", "--N %", "--N=%", "N%3D%", "x%26N%3D%%26y", "%22N%22%3A%22%%22", "N%253D%",
    #"["N": "%"]"#, #"d["N"] = "%""#, #"N: Optional("%")"#, #"AnyHashable("N"): %"#, "N=>%", #"N\u003d%"#,
    "user[N]=%", "user%5BN%5D=%", "N[]=%", "N[0]=%", "N%5B%5D=%", #"\x22N\x22:\x22%\x22"#,
    "&quot;N&quot;:&quot;%&quot;",
    "<a:N>%</a:N>", #"<N type="text">%</N>"#, "<N><![CDATA[%]]></N>", "<N>\n  %\n</N>",
    "<key>N</key>\n<string>%</string>", "{\n  \"N\":\n    \"%\"\n}", "{\r\n\"N\" :\r\n\r\n\t\"%\"}",
    "▿ (2 elements)\n    - key: \"N\"\n    - value: \"%\"",
    #"<string name="N">%</string>"#, #"<input name="N" value="%">"#, #"{"name":"N","value":"%"}"#,
    "form-data; name=\"N\"\r\n\r\n%\r\n--x",
    // as Swift and Foundation print values
    #"[("a", "b"), ("N", "%")]"#, #"failed with N("%")"#, #"N(Optional("%"))"#,
    "▿ N: Optional(\"%\")\n    - some: \"%\"",
    "[<QueryItem 0x6000> {name = N, value = %}]", "{name: N, value: %}", "HTTPField(name: N, value: %)",
    "%5C%22N%5C%22%3A%5C%22%%5C%22", #"\u0022N\u0022:\u0022%\u0022"#, "N：%", #"N -> "%""#, "N: “%”", "N: „%“",
    #"N: "a" + "%""#,
  ]

  static let shapes: [Shape] = contentShapes + nameShapes + others + attacks

  private static var contentShapes: [Shape] {
    contents.flatMap { content in
      carriers.map { Shape(text: $0.replacing("%", with: content.text), core: content.core) }
    }
  }

  private static var nameShapes: [Shape] {
    names.flatMap { name in
      forms.filter { !isGap($0, name) }.map { form in
        Shape(text: fill(form, name, "hunter2"), core: "hunter2")
      }
    }
  }

  /// A `<token>` in front of a sign may be a mark: the gap that ``MaskingRules`` tells of.
  static func isGap(_ form: String, _ name: String) -> Bool {
    name == "token" && (form.hasPrefix("<N><!") || form.hasPrefix("<N>\n"))
  }

  /// The form with its name and its value. Only a lone percent sign is the place of the value; those of an encoding have a
  /// digit behind them.
  static func fill(_ form: String, _ name: String, _ value: String) -> String {
    var text = ""
    var rest = Substring(form.replacing("N", with: name))
    while let sign = rest.firstIndex(of: "%") {
      let after = rest[rest.index(after: sign)...]
      let isEncoding = after.first?.isNumber ?? false
      text += rest[..<sign] + (isEncoding ? "%" : value)
      rest = after
    }
    return text + rest
  }

  private static let others: [Shape] = [
    ("-----BEGIN PRIVATE KEY-----\nMIIEhunter2\nAAAA\n-----END PRIVATE KEY-----", "hunter2"),
    (#"-----BEGIN EC PRIVATE KEY-----\nMHQChunter2\n-----END EC PRIVATE KEY-----"#, "hunter2"),
    ("-----BEGIN RSA PRIVATE KEY-----\r\nMIIEhunter2", "hunter2"),
    ("-----BEGIN%20PRIVATE%20KEY-----%0AMIIEhunter2%0A-----END%20PRIVATE%20KEY-----", "hunter2"),
    ("key=x-----BEGIN PRIVATE KEY-----\nMIIEhunter2\n-----END PRIVATE KEY-----", "hunter2"),
    ("secret=x-----BEGIN PRIVATE KEY-----\nMIIE hunter2\n-----END PRIVATE KEY-----", "hunter2"),
    ("a@b-----BEGIN PRIVATE KEY-----\nMIIEhunter2\n-----END PRIVATE KEY-----", "hunter2"),
    ("Bearer x-----BEGIN PRIVATE KEY-----\nMIIEhunter2", "hunter2"),
    ("Authorization: Basic aHVudGVyMjo=\r\nHost: h", "aHVudGVy"),
    ("AUTHORIZATION: Digest username=\"hunter2\"", "hunter2"),
    ("Cookie: sid=hunter2; theme=dark", "hunter2"), ("set-cookie: sid=hunter2; Path=/", "hunter2"),
    ("Proxy-Authorization: Basic hunter2", "hunter2"), ("authorization%3A%20Bearer%20hunter2", "hunter2"),
    (#"{"headers":{"authorization":"Bearer hunter2"}}"#, "hunter2"), ("PIN 1234 was entered", "1234"),
    ("the otp 493817.", "493817"), (#"{"phone":"5551234567"}"#, "1234567"), ("tel=5551234567", "1234567"),
    ("mobileNumber&msisdn=4915228817386", "881738"), ("pass=hunter2", "hunter2"), ("cvv: 123", "123"),
    (#"{"token": ["hunter2", "b"]}"#, "hunter2"), (#"{"secret": {"a": "hunter2"}}"#, "hunter2"),
    ("password1=hunter2", "hunter2"), ("passwordConfirmation=hunter2", "hunter2"), ("auth_code=hunter2", "hunter2"),
    ("pin(4938)", "4938"), ("case pin(Optional(4938))", "4938"), ("▿ pin: Optional(4938)\n    - some: 4938", "4938"),
    ("pin_(4938)", "4938"), ("PIN_ 4938", "4938"), ("password-=hunter2", "hunter2"),
    (#"{"password-": "hunter2"}"#, "hunter2"), (#"{"m":"{\"password-\":\"hunter2\"}"}"#, "hunter2"),
    ("otp(493817)", "493817"), ("pinCode(4938)", "4938"), (#"case token("hunter2"), then"#, "hunter2"),
    (#"cookie("theme=hunter2")"#, "theme=hunter2"), (#"Proxy-Authorization("Digest hunter2")"#, "hunter2"),
    ("Field(name: password, value: correct, or hunter2, required: true)", "hunter2"), ("pin -> 4a93", "4a93"),
    ("pin->4a93", "4a93"), ("\u{1B}[36mpin\u{1B}[0m-> 4a93", "4a93"),
    (#"password=hunter2("")"#, "hunter2"), (#"{"u":"password=hunter2(\"x"}"#, "hunter2"),
    (#"password: Secret("correct hunter2")"#, "hunter2"), (#"{"m":"password: Secret(\"a hunter2\")"}"#, "hunter2"),
    ("password%3A%20Optional%28%22hunter2%22%29", "hunter2"),
    ("password%3A%20Secret%28%22a%20hunter2%22%29", "hunter2"),
    ("password%3A%20Optional(%22a%20hunter2%22)", "hunter2"), ("pin: Optional(&quot;a hunter2&quot;)", "hunter2"),
    (#"pin: Optional(\x22a hunter2\x22)"#, "hunter2"), (#"pin: Optional(Optional("a hunter2"))"#, "hunter2"),
    ("password%3A%20Optional%28%5C%22hunter2%5C%22%29%0A%20%20-%20some%3A%20%5C%22hunter2%5C%22", "hunter2"),
    ("pin%3A%20Optional%284938%29%0A%20%20-%20some%3A%204938", "4938"),
    (#"{"m":"▿ pin: Optional(4938)\n    - some: 4938"}"#, "4938"), (#"{"m":"pin:\t\"hunter2\""}"#, "hunter2"),
    (#"{"m":"[\n(\"pin\", \"hunter2\")\n]"}"#, "hunter2"), (#"{"m":"<pin>hunter2<\/pin>"}"#, "hunter2"),
    (#"{"m":"<key>pin<\/key>\n<string>hunter2<\/string>"}"#, "hunter2"),
    (#"credentials("alice", "hunter2")"#, "hunter2"), (#"credentials("a","b","hunter2")"#, "hunter2"),
    (#"{"m":"credentials(\"alice\", \"hunter2\")"}"#, "hunter2"),
    (#"{"m":"Field(name: pin, value: \"a) hunter2\")"}"#, "hunter2"),
    (#"{"m":"name=\"pin\"\n\na\\nhunter2\nb"}"#, "hunter2"),
    (#"{"m":"name=\"credentials\"\n\n{\n  \"user\": \"hunter2\"\n}"}"#, "hunter2"),
    (#"{"m":"name=\"credentials\"\n\n[\n  \"hunter2\"\n]"}"#, "hunter2"),
    (#"'name="pin"\n\na"hunter2\n'"#, "hunter2"), (#"{"m":"name=\"pin\"\\n\\na\"hunter2\\n"}"#, "hunter2"),
    (#"{"m":"{\"h\":\"Basic ZGVtbzpzZWNyZXQ=\"}"}"#, "ZGVtbzpzZWNyZXQ"),
    (#"{"m":"{\"h\":\"Basic dXNlcjpzZWNyZXQ=\",\"n\":1}"}"#, "dXNlcjpzZWNyZXQ"),
    (#"{"m":"{\"h\":\"Bearer abcdefghijk=\"}"}"#, "abcdefghijk"),
    (#"{"h":"Basic ZGVtbzpzZWNyZXQ="}"#, "ZGVtbzpzZWNyZXQ"),
    (#"["Basic dXNlcjpzZWNyZXQ="]"#, "dXNlcjpzZWNyZXQ"), (#"{"h":"Bearer abcdefghijk=","n":1}"#, "abcdefghijk"),
    (#"<h v="Bearer abcdefghijk="/>"#, "abcdefghijk"), (#"said "Bearer abcdefghijk=""#, "abcdefghijk"),
    (#"<NSHTTPCookie> pin="hunter2" value: a"#, "hunter2"), ("PIN lautet 4938", "4938"), ("pin -> 4938", "4938"),
    ("X-Auth: hunter2", "hunter2"),
    (#"(\"Cookie\", \"a=b; theme=hunter2\")"#.replacing("\\", with: ""), "theme=hunter2"),
    ("{name = password, value = correct hunter2}", "hunter2"),
    ("HTTPField(name: Cookie, value: a=b; theme=hunter2)", "theme=hunter2"), (#"pin(\"hunter2\")"#, "hunter2"),
    (#"curl -u "alice:correct hunter2" x"#, "hunter2"), ("curl -u 'alice:correct hunter2' x", "hunter2"),
    (#"curl --user "alice:correct hunter2" x"#, "hunter2"), ("curl '--user=alice:correct hunter2' x", "hunter2"),
    (#"{"cmd":"curl -u \"alice:correct hunter2\" x"}"#, "hunter2"), (#"curl -u "a:b\" hunter2" x"#, "hunter2"),
    ("password=%22ab%22hunter2&x=1", "hunter2"), ("PIN is 493817", "493817"), ("PIN-Code 4938", "4938"),
    ("Die PIN ist 4938.", "4938"),
    ("from \"john hunter2\"@example.org", "hunter2"), ("<credentials>hunter2</credentials>", "hunter2"),
    ("<secret>hunter2</secret>", "hunter2"), ("JSESSIONID=hunter2; x", "hunter2"), ("tel:+49-30-23125123", "23125"),
    ("%2B493023125123", "23125"), ("curl -u alice:hunter2 https://example.org", "hunter2"),
    ("/usr/bin/curl -sSu 'alice:hunter2' https://example.org", "hunter2"),
    ("curl https://example.org --user alice:hunter2", "hunter2"), ("curl --proxy-user=alice:hunter2 x", "hunter2"),
    ("curl -ualice:hunter2 x", "hunter2"), (#"{"cmd":"curl -u \"alice:hunter2\" x"}"#, "hunter2"),
    ("{\"pin\":\n 493817}", "493817"), ("{\"credentials\":\n{\"a\": \"hunter2\"}}", "hunter2"),
    ("{\"token\":\n[\n\"hunter2\"]}", "hunter2"), ("DB_PASS=hunter2", "hunter2"), ("db-pass: hunter2", "hunter2"),
    ("MY_PW=hunter2", "hunter2"),
    ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2==", "hunter2"),
    (#"{"log":"first\nBearer hunter2hunter2"}"#, "hunter2"), (#"{"log":"first\ntan=493817"}"#, "493817"),
    (#"{"log":"first\n+49 30 23125 123"}"#, "23125"), (#"{"log":"first\nDE89370400440532013000"}"#, "0532013"),
    (#"{"log":"first\n4111 1111 1111 1111"}"#, "1111 1111"), (#"C:\new\token=hunter2"#, "hunter2"),
  ].map { Shape(text: $0.0, core: $0.1) }
}
