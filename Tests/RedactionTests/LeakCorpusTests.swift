import Redaction
import Testing

@Suite struct LeakCorpusTests {
  private let rules = MaskingRules()

  @Test("At least 500 shapes of leaks are masked, and masking again changes nothing")
  func leaks() {
    let shapes = LeakCorpus.shapes
    #expect(Set(shapes.map(\.text)).count >= 500)
    for shape in shapes {
      let masked = rules.mask(shape.text)
      #expect(Self.left(of: shape.core, in: masked).isEmpty, "\(shape.text) → \(masked)")
      #expect(rules.mask(masked) == masked, "\(shape.text) → \(masked)")
    }
  }

  /// The runs of four bytes of a secret that are still there: half a secret is a find for whoever looks for it.
  private static func left(of secret: String, in masked: String) -> [String] {
    let (bytes, text) = (Array(secret.utf8), Array(masked.utf8))
    let width = min(4, bytes.count)
    return (0...(bytes.count - width)).compactMap { start in
      let run = bytes[start..<(start + width)]
      let isThere = text.indices.contains { text[$0...].prefix(width).elementsEqual(run) }
      return isThere ? String(decoding: run, as: UTF8.self) : nil
    }
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 48...57, 65...90, 97...122: String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  private static func json(_ text: String) -> String {
    var text = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    // Of `\r\n` Swift makes one character.
    for (sign, escape) in [("\r\n", "\\r\\n"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")] {
      text = text.replacing(sign, with: escape)
    }
    return text
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }

  /// A value as it is written at its place in a form; nil where a blank ends it and nothing could tell.
  private static func written(_ value: String, in form: String) -> String? {
    switch form {
    case "N%253D%": percent(percent(percent(value)))
    case "N%3D%", "x%26N%3D%%26y": percent(percent(value))
    case let form where form.hasPrefix("%5C%22N"): percent(json(json(value)))
    case let form where form.hasPrefix("%22N"): percent(json(value))
    case "a=1&N=%&b=2", #"N\u003d%"#: percent(value)
    case let form where form.hasSuffix("]=%") || form.hasSuffix("%5D=%"): percent(value)
    case let form where form.hasPrefix("\\x22"):
      json(value).replacing("\\", with: "\\x5C").replacing("\"", with: "\\x22")
    case let form where form.hasPrefix("\\u0022"):
      json(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\u0022")
    case let form where form.hasPrefix("&quot;"): html(json(value))
    case let form where form.contains("<![CDATA["): value
    case let form where form.hasPrefix("<"): html(value)
    case let form where form.contains("\\\"%"): json(json(value))
    case let form where form.contains("\"%\""): json(value)
    case let form where form.hasPrefix("form-data") || form.contains("'%'") || form.contains("value = %"): value
    case let form where form.contains("“%") || form.contains("„%") || form.contains("HTTPField"): value
    default: nil
    }
  }

  @Test(
    "A blank, an ampersand or a quote within a value does not end it, at whatever depth it is encoded",
    arguments: LeakCorpus.forms)
  func depth(form: String) {
    for value in [
      #"open sesame&swordfish"trombone"#, #"open\"sesame&swordfish, trombone\\"#, #"open" sesame"swordfish}trombone"#,
    ] {
      guard let written = Self.written(value, in: form) else { continue }
      for name in ["password", "X-Api-Key", "userPin"] {
        let text = LeakCorpus.fill(form, name, written)
        let masked = rules.mask(text)
        for part in ["open", "sesame", "swordfish", "trombone"] {
          #expect(!masked.contains(part), "\(text) → \(masked)")
        }
        #expect(rules.mask(masked) == masked, "\(text) → \(masked)")
      }
    }
  }

  @Test(
    "A form gives away nothing inside a JSON string, nor in JSON inside of JSON",
    arguments: LeakCorpus.forms.filter { form in form.contains { "\"\n\r\r\n".contains($0) } })
  func inJSON(form: String) {
    for name in LeakCorpus.names where !LeakCorpus.isGap(form, name) {
      // Where quotes tell where the value ends, a blank does not.
      let value = form.contains("\"%\"") || form.contains("“%”") ? "correct hunter2" : "hunter2"
      var text = LeakCorpus.fill(form, name, value)
      for _ in 0..<2 {
        text = Self.json(text)
        let masked = rules.mask("{\"m\":\"\(text)\",\"n\":1}")
        for word in ["correct", "hunter2"] { #expect(!masked.contains(word), "\(text) → \(masked)") }
        #expect(rules.mask(masked) == masked, "\(text) → \(masked)")
      }
    }
  }

  @Test("Inside of JSON, too, what stands behind a value stays")
  func behindInJSON() {
    for (text, rest) in [
      (#"password: Optional("hunter2"), 7 left"#, "), 7 left"), (#"[("pin", "4938"), ("a", "b")]"#, #"), ("a", "b")]"#),
      (#"<input name="pin" value="4938"> here"#, #"> here"#), (#"<string name="pin">4938</string>"#, "</string>"),
      ("name=\"pin\"\r\n\r\n4938\r\n--x", "\r\n--x"), (#"credentials("alice", "hunter2") left"#, ") left"),
      ("unknown field \"token\"\n\nusage: app", ""), ("name=\"pin\"\n\na\"4938\\", ""),
      ("pin: Optional(4938)\n    - some: 4938\n  - n: 1", "\n  - n: 1"),
      ("pin: Optional(4938)\n    - some: 4938", ""),
    ] {
      var (text, rest) = (text, rest)
      for _ in 0..<2 {
        (text, rest) = ("{\"m\":\"\(Self.json(text))\",\"ts\":1}", Self.json(rest) + "\",\"ts\":1}")
        let masked = rules.mask(text)
        #expect(masked != text && masked.hasSuffix(rest), "\(masked)")
        #expect(rules.mask(masked) == masked, "\(masked)")
      }
    }
    let line = #"{"message":"unknown field \"token\"\n\n","level":"error"}"#
    #expect(rules.mask(line) == line)
  }

  @Test(
    "Half a password is not left in an encoded query or in encoded JSON",
    arguments: [
      "GET /go?next=%2Flogin%3Fpassword%3Dcorrect%2520horsebattery%26x%3D1",
      "GET /go?next=%2Flogin%3Fpassword%3Dab%2526horsebattery%26x%3D1",
      "%7B%22password%22%3A%22corr%5C%22horsebattery%22%7D",
      #"\x22password\x22:\x22a\x5C\x22horsebattery\x22"#, #"{"u":"/a?password\u003dab%20horsebattery\u0026x=1"}"#,
      "/a?code%3Dabcdef%2520horsebattery%26x", "/a?x=1&password=%22ab%22horsebattery&y=1",
    ])
  func halves(text: String) {
    let masked = rules.mask(text)
    #expect(!masked.contains("horse"), "\(masked)")
    // What stands behind the value stays.
    #expect(masked.suffix(2) == text.suffix(2))
  }

  @Test(
    "A name in colour is a name, with the escape as such or written out",
    arguments: ["\u{1B}", "\\u001b", "\\u{1B}", "\\x1b", "\\033", "\\e"])
  func colours(escape: String) {
    // Where something else has to stand right beside the name, nobody colours it alone.
    let forms = LeakCorpus.forms.filter { form in
      !["<", "--N", "name", "(\"N", "key: "].contains { form.contains($0) } || form.hasPrefix("AnyHashable")
    }
    #expect(forms.count > 35)
    for form in forms {
      for name in ["password", "X-Api-Key", "tan"] {
        for codes in ["36", "1;36", "38;5;12"] {
          let text = LeakCorpus.fill(
            form.replacing("N", with: "\(escape)[\(codes)mN\(escape)[0m"), name, "hunter2hunter2")
          let masked = rules.mask(text)
          #expect(!masked.contains("hunter2"), "\(text) → \(masked)")
          #expect(rules.mask(masked) == masked, "\(text) → \(masked)")
        }
      }
    }
    let header = rules.mask("\(escape)[1mAuthorization\(escape)[0m: Digest a=\"b\", response=\"hunter2\"")
    #expect(!header.contains("hunter2"))
    let prose = rules.mask("\(escape)[36mBearer\(escape)[0m hunter2hunter2")
    #expect(!prose.contains("hunter2"))
  }

  @Test("At least 500 look-alikes stay as they are")
  func lookAlikes() {
    let texts = LookAlikeCorpus.texts
    #expect(Set(texts).count >= 500)
    for text in texts { #expect(rules.mask(text) == text) }
  }

  @Test("A value beside the label `name` ends where the next label of the call begins")
  func labels() {
    let masked = rules.mask("Field(name: password, value: correct horse, required: true)")
    #expect(!masked.contains("correct") && !masked.contains("horse"))
    #expect(masked.hasSuffix(", required: true)"))
  }

  @Test("What is found is told by kind and place, and never overlaps")
  func places() {
    for shape in LeakCorpus.shapes {
      let bytes = Array(shape.text.utf8)
      let leaks = bytes.withUnsafeBufferPointer { rules.leaks(in: $0) }
      #expect(!leaks.isEmpty)
      var end = 0
      for leak in leaks {
        #expect(leak.range.lowerBound >= end && leak.range.upperBound <= bytes.count && !leak.range.isEmpty)
        end = leak.range.upperBound
      }
    }
  }

  @Test(
    "Each kind has its mark",
    arguments: [
      ("a@b.example", MaskedKind.email), ("Bearer a1", .token), ("pin=1", .value), ("-----BEGIN X-----", .pem),
      ("+49 30 23125 123", .phone), ("NL91ABNA0417164300", .iban), ("4012888888881881", .card),
      ("cGFzc3dvcmQ9aHVudGVyMg==", .encoded), ("ftp://u:p@h", .credentials),
      ("curl -u a:b h", .credentials), ("AKIA" + "Q3EGRN7XJ5WP2MFK", .providerKey),
    ])
  func marks(text: String, kind: MaskedKind) {
    #expect(rules.mask(text).contains(kind.mark))
  }
}
