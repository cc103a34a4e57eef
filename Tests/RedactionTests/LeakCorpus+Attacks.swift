/// Shapes in which somebody tried to get a secret past the rules: blocks that do not end, lines that are broken, lists,
/// cookies, queries.
extension LeakCorpus {
  static let attacks: [Shape] = (blocks + held + fields + tokens + queries + hexadecimal).map {
    Shape(text: $0.0, core: $0.1)
  }

  private static let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"

  /// `|` is a break of lines.
  private static let ends = [
    "", "|-----", "|-----E", "|-----EN", "|-----END", "|-----END|hunter2", "|-----END PRIVATE KEY|hunter2",
    "|-----END PRIVATE KEY-|hunter2", "|-----END PRIVATE KEY----|hunter2", "|-----END PRIV\u{2026}|hunter2",
    "|-----END PRIVATE KEY |-----|hunter2", "|-----END PRIVATE KEY\"hunter2", "|---- END PRIVATE KEY ---|hunter2",
    "|-----END PRIVATE KEY|hunter2|-----END PRIVATE KEY-----", "|-----END PRIVATE KEY-----",
  ]

  /// A block that something else holds: the part of a form inside JSON, or what Swift prints, encoded.
  private static let held: [(String, String)] = [
    #"{"m":"name=\"privateKey\"\r\n\r\n|\r\n--x"}"#, #"{"m":"name=\"privateKey\"\n\n|\n--x","n":1}"#,
    #"{"b":"{\"m\":\"name=\\\"privateKey\\\"\\r\\n\\r\\n|\\r\\n--x\"}"}"#,
    "privateKey%3A%20Optional%28%22|%22%29", "privateKey%3A%20Secret%28%22|%22%29", "privateKey%3A%20|%0Aa",
    "privateKey: Optional(&quot;|&quot;)",
  ].flatMap { form in
    blocks(for: form).map { (form.replacing("|", with: $0), "MIIEvQIBADANBgkq") }
  }

  /// The block as it is written at its place in a form.
  private static func blocks(for form: String) -> [String] {
    let block = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----"
    if form.hasPrefix("privateKey%") {
      let encoded = block.replacing(" ", with: "%20").replacing("\n", with: "%0A")
      return [encoded, encoded.replacing("-", with: "%2D")]
    }
    let gap = ["\\\\r\\\\n", "\\r\\n", "\\n"].first { form.contains($0) } ?? "\n"
    return [block.replacing("\n", with: gap)]
  }

  private static var blocks: [(String, String)] {
    let begins = [
      "-----BEGIN PRIVATE KEY-----", "key=-----BEGIN EC PRIVATE KEY-----", "a@b-----BEGIN PRIVATE KEY-----",
    ]
    let breaks = ["\n", "\r\n", "\\n", "\\r\\n", "%0A", "%0D%0A", "\\\\n", "\\u000a"]
    var shapes = begins.flatMap { begin in
      ends.flatMap { end in
        breaks.flatMap { gap in
          [key, "hunter2"].map { core in
            ("\(begin)|\(key)|hunter2\(end)".replacing("|", with: gap), core)
          }
        }
      }
    }
    shapes += [
      (#"{"key":"-----BEGIN PRIVATE KEY-----\n\#(key)\n","n":1}"#, key),
      (#"{"key":"-----BEGIN PRIVATE KEY-----\\n\#(key)\\n-----END PRIVATE KEY-----\\n"}"#, key),
      (
        "%2D%2D%2D%2D%2DBEGIN%20PRIVATE%20KEY%2D%2D%2D%2D%2D%0A\(key)%0A%2D%2D%2D%2D%2DEND%20PRIVATE%20KEY%2D%2D%2D%2D%2D",
        key
      ),
      (#"\u002d\u002d\u002d\u002d\u002dBEGIN KEY\u002d\u002d\u002d\u002d\u002d\n\#(key)"#, key),
      (#"\x2D\x2D\x2D\x2D\x2DBEGIN KEY-----\n\#(key)"#, key),
      ("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n\(key)\n---- END SSH2 ENCRYPTED PRIVATE KEY ----", key),
      ("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n\(key)\n---- END SSH2 ENC\nhunter2", "hunter2"),
      ("-----BEGIN PRIVATE KEY-----\n> \(key)\n> hunter2", key),
    ]
    return shapes
  }

  private static let fields: [(String, String)] = [
    ("Set-Cookie: theme=hunter2; Path=/; HttpOnly", "theme=hunter2; Path=/"),
    ("set-cookie: a=b, theme=hunter2", "hunter2"), ("SET-COOKIE:theme=hunter2", "hunter2"),
    ("Cookie: a=b;\r\n theme=hunter2\r\nHost: h", "theme=hunter2"), ("Cookie: a=b;\n\ttheme=hunter2", "theme=hunter2"),
    ("  Cookie: a=b;\n    theme=hunter2", "theme=hunter2"),
    ("Authorization: Digest username=\"a\",\r\n  response=\"hunter2\"", "hunter2"),
    (#"{"Set-Cookie":["theme=hunter2; Path=/"]}"#, "hunter2"), (#"{"cookie":"theme=hunter2"}"#, "hunter2"),
    ("\"Set-Cookie\" =     (\n        \"theme=hunter2; path=/\"\n    );", "theme=hunter2"),
    (#"AnyHashable("Set-Cookie"): theme=hunter2; Path=/"#, "hunter2"),
    (#"document.cookie = "a=b; theme=hunter2""#, "hunter2"),
    ("[<NSHTTPCookie version:0 name:theme value:hunter2 expiresDate:(null) domain:example.org>]", "hunter2"),
    (#"<NSHTTPCookie version:0 name:"theme" value:"hunter2" expiresDate:(null)>"#, "hunter2"),
    ("<NSHTTPCookie\n\tversion:1\n\tname:theme\n\tvalue:hunter2\n\texpiresDate:'(null)'", "hunter2"),
    ("Authorization: Token hunter2", "hunter2"), ("authorization: hunter2 hunter3", "hunter3"),
    ("Authorization: Negotiate YIIhunter2", "hunter2"), ("Authorization=ApiKey hunter2", "hunter2"),
    ("Authorization%3A%20GNAP%20hunter2", "hunter2"), ("Proxy-Authorization: NTLM hunter2", "hunter2"),
    ("Authorization: AWS4-HMAC-SHA256 Credential=a/20260101/eu/s3, Signature=fe5f80f77d5fa3be", "fe5f80f77d5fa3be"),
    ("-H 'Authorization: hunter2 hunter3' -H 'a: b'", "hunter3"), (#"{"Authorization":"GNAP hunter2"}"#, "hunter2"),
    ("password=hun\\\nter2pass", "ter2"), ("token=3Dhunter2=\nhunter3", "hunter3"),
    ("access_token=hunter2a=\r\nter3pass", "ter2"),
    ("device_code=hunter2", "hunter2"), ("recovery_code: hunter2", "hunter2"), ("backupCode=hunter2", "hunter2"),
    ("aesKey=hunter2", "hunter2"), ("hmac_key: hunter2", "hunter2"), ("PreSharedKey = hunter2", "hunter2"),
    ("pinNumber=493817", "493817"),
  ]

  private static let tokens: [(String, String)] = {
    let (head, payload, signature) = ("eyJhbGciOiJFUzI1NiJ9", "eyJzdWIiOiJhbGljZSJ9Xk", "c2lnbmF0dXJlLXNpZ25hdHVyZQ")
    let half = payload.index(payload.startIndex, offsetBy: 12)
    var shapes = ["\n", "\r\n", "\\n", "=\n", "=\r\n", "\\\n"].flatMap { gap in
      [
        ("\(head).\(payload[..<half])\(gap)\(payload[half...]).\(signature)", payload),
        ("\(head).\(payload[..<half])\(gap)\(payload[half...]).\(signature)", signature),
      ]
    }
    shapes += [
      ("\(head).\n\(payload).\n\(signature)", signature), ("\(head).\r\n\(payload).\r\n\(signature)", signature),
      ("\(head)..\(signature)", signature),
    ]
    // JWE: five parts, an empty key, wrapped into lines of 64 and of 76 characters.
    let parts = [
      "OKOawDoFsUF3t", "48V1_ALb6US04U3b", "5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr",
      "XFBoMYUZodetZdvT",
    ]
    let whole = "eyJhbGciOiJSU0EtT0FFUCJ9." + parts.joined(separator: ".")
    for part in parts { shapes.append(("got \(whole) here", part)) }
    shapes.append(("eyJhbGciOiJkaXIifQ..\(parts[1]).\(parts[2]).\(parts[3])", parts[3]))
    shapes.append((whole.replacing(".", with: "%2E"), parts[3]))
    for width in [64, 76] {
      for gap in ["\n", "\r\n", "\\n", "%0A"] {
        let text = Array(whole + whole.dropFirst(30))
        let lines = stride(from: 0, to: text.count, by: width).map { String(text[$0..<min($0 + width, text.count)]) }
        shapes.append((lines.joined(separator: gap), parts[3]))
        shapes.append(("Bearer " + lines.joined(separator: gap), parts[3]))
      }
    }
    shapes += [
      ("Bearer 7f9c2ba4e88f827d=\n616045507605853e", "616045507605853e"),
      ("Bearer 7f9c2ba4e88f827d=\r\n616045507605853e", "616045507605853e"),
    ]
    // A key in DER, base64 over full lines, under a name.
    let key =
      "MIGHgrcO7n8aUDm+8H7CNH8GbtCPXcdRJEfjQEMAAmtuVF"
      + "WUoGVoXWTEmAu41FRKhyGpmgGtIZ61nPahXvbxWh2DC7fO"
      + "Cda7wATnF1xkPH3ssLWA7De8lxLdLmquuUuujS+fopxaKE"
      + "ye91IYKc8QebCA6ddKHBD8q2pCQ9M2Vt6+TB7XlkjoVuj5"
    for width in [64, 76] {
      for (name, first) in [("private_key=", width), ("aes_key: ", width - 9), ("secret=", width - 7)] {
        for gap in ["\n", "\r\n"] {
          var lines = [String(key.prefix(first))]
          var rest = key.dropFirst(first)
          while !rest.isEmpty {
            lines.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
          }
          for line in lines { shapes.append((name + lines.joined(separator: gap), line)) }
        }
      }
    }
    return shapes
  }()

  private static let queries: [(String, String)] = [
    ("https://example.org/cb?code=hunter2&state=x", "hunter2"),
    ("https://example.org/cb?state=x&code=hunter2", "hunter2"),
    ("https://example.org/cb#code=hunter2", "hunter2"), ("myapp://cb?code=hunter2", "hunter2"),
    ("https%3A%2F%2Fexample.org%2Fcb%3Fcode%3Dhunter2%26state%3Dx", "hunter2"), ("/cb?a=b&amp;code=hunter2", "hunter2"),
    ("https://example.org/blob?se=2026&sig=hunter2%2Bhunter3%3D", "hunter3"), ("/v1/places?key=hunter2", "hunter2"),
    ("/login?ticket=hunter2", "hunter2"), ("/acs?SAMLResponse=hunter2hunter3", "hunter3"),
    ("POST grant&assertion=hunter2", "hunter2"), ("https://example.org/#access_token=hunter2&x=1", "hunter2"),
    ("https://example.org/;jsessionid=hunter2?x=1", "hunter2"), ("https://example.org/?a=1;token=hunter2", "hunter2"),
    ("https://hunter2:hunter3@example.org", "hunter3"), ("https%3A%2F%2Fu%3Ahunter2%40example.org%2Fx", "hunter2"),
    ("https://u:hunter2%40example.org", "hunter2"), ("//u:hunter2@example.org/x", "hunter2"),
    ("https://s3.example.org/o?X-Amz-Expires=60&X-Amz-Signature=fe5f80f77d5fa3be", "fe5f80f77d5fa3be"),
    ("/o?X-Goog-Signature=fe5f80f77d5fa3be", "fe5f80f77d5fa3be"), ("/o?Expires=1&Signature=hunter2", "hunter2"),
    ("/x?auth=hunter2", "hunter2"),
  ]

  private static let hexadecimal: [(String, String)] = [
    ("deviceToken = <740f4707 bebcf74f 9b7c25d4 8e335894>", "740f4707 bebcf74f 9b7c25d4 8e335894"),
    ("deviceToken: 740f4707 bebcf74f 9b7c", "bebcf74f 9b7c"),
    ("secret: 74 0f 47 07 be bc f7 4f", "74 0f 47 07 be bc f7 4f"),
    ("secretKey=0x74, 0x0f, 0x47, 0xbe", "0x47, 0xbe"), ("secret_key: 74:0f:47:07:be:bc:f7:4f", "0f:47:07:be:bc"),
    ("secretKey=74-0f-47-07-be-bc", "0f-47-07-be-bc"),
    ("session_key = 740f4707bebcf74f 9b7c25d48e335894", "9b7c25d48e335894"),
    ("token = {length = 8, bytes = 0x740f4707 bebcf74f }", "740f4707 bebcf74f"),
  ]
}
