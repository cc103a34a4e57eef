import Foundation
import Redaction
import Testing

/// Secrets in base64 where the encoding itself hides them: behind its signs, in UTF-16, over the breaks of lines.
@Suite struct EncodedLeakTests {
  private let rules = MaskingRules()

  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private func wide(_ text: String, _ encoding: String.Encoding) -> String {
    (text.data(using: encoding) ?? Data()).base64EncodedString()
  }

  private static let slashes = ["/", "\\/", "\\\\\\/", "%2F", "%2f", "%252F", "\\u002f", "\\x2F"]

  @Test("The user's name of Basic may hold any sign of base64, escaped or not", arguments: slashes)
  func basic(slash: String) {
    for login in ["wh?:hunter2", "whowh?:hunter2", "a??b??:hunter2", "ö?:hunter2"] {
      let plain = base64(login)
      #expect(plain.contains("/"))
      let masked = rules.mask("h: Basic " + plain.replacing("/", with: slash) + " end")
      #expect(masked == "h: Basic <token> end")
    }
    #expect(rules.mask("GET /x?h=Basic%20d2g%2FOmh1bnRlcjI%3D&y=1") == "GET /x?h=Basic%20<token>&y=1")
    #expect(rules.mask("Basic d2g%2BOmh1bnRlcjI=") == "Basic <token>")
    #expect(rules.mask("Basic setup\(slash)tear") == "Basic setup\(slash)tear")
  }

  @Test("A sign of base64 may stand among the first eight characters", arguments: slashes)
  func earlySign(slash: String) {
    for text in [
      "pin=1?hunter2", "pw=a??hunter2", "Zoë, pin=1234567", "al?ce@example.org", "??😀 pin=1234567", "ok?€ pin=1234567",
      "o?€ pin=1234567", "o😀 pin=1234567", "ooö pin=12",
    ] {
      let encoded = base64(text)
      #expect(encoded.prefix(8).contains("/"))
      let masked = rules.mask("v=" + encoded.replacing("/", with: slash) + "&x=1")
      #expect(masked == "v=<encoded>&x=1", "\(text)")
    }
    #expect(rules.mask(#"{"v":"cGluPTE\#(slash)aHVudGVyMg=="}"#) == #"{"v":"<encoded>"}"#)
    #expect(rules.mask("v=YWx+aWNlQGV4YW1wbGUub3Jn") == "v=<encoded>")
  }

  @Test("Words with signs between them that hold no secret stay")
  func paths() {
    for path in [
      "/usr/lib/swift/linux", "Views/SleepLog/Detail.swift", "Src/App/Main.swift", "Zmw/Zmw/Zmw/AbC",
      "d2g/Omh1bnRlcjI=",
      "C:\\Dev\\App\\Main", "50%2FAbc%2FDef", "2026/11/23", "YES/NO/maybe", "application/x-www-form-urlencoded",
    ] { #expect(rules.mask("at " + path + " now") == "at " + path + " now") }
  }

  @Test(
    "Text in UTF-16 is opened in both orders of bytes",
    arguments: ["password=hunter2", "Grüße: pin=1234", "pin=12", "alice@example.org", "x\r\ny, pin=1234"])
  func utf16(text: String) {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let encoded = wide(text, encoding)
      #expect(rules.mask("run -EncodedCommand " + encoded) == "run -EncodedCommand <encoded>")
      // Behind others, at each place of a group.
      for lead in ["SGVsbG8gV29ybGQh/", "SGVsbG8gV29ybGQhI/", "SGVsbG8gV29ybGQhII/", "SGVsbG8gV29ybGQhIII/"] {
        #expect(rules.mask(lead + encoded) == lead + "<encoded>")
        let harmless = wide("Hello, this is fine", encoding).replacing("=", with: "")
        #expect(rules.mask(lead + harmless + "/" + encoded).hasSuffix("<encoded>"))
      }
      #expect(rules.mask(wide("Hello, all is well", encoding)) == wide("Hello, all is well", encoding))
    }
  }

  private func lines(_ text: String, _ width: Int, _ gap: String) -> String {
    let encoded = Array(base64(text))
    return stride(from: 0, to: encoded.count, by: width).map { String(encoded[$0..<min($0 + width, encoded.count)]) }
      .joined(separator: gap)
  }

  @Test(
    "A secret that a break of lines cuts is masked with the whole run",
    arguments: [64, 76], ["\n", "\r\n", "\\n", "\\r\\n", "%0A", "%0D%0A", "\\u000d\\u000a"])
  func brokenLines(width: Int, gap: String) {
    let lorem = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. "
    for start in 20..<90 {
      let text = String(lorem.prefix(start)) + " password=hunter2hunter2 " + lorem
      #expect(rules.mask("{\"v\":\"\(lines(text, width, gap))\",\"n\":1}") == #"{"v":"<encoded>","n":1}"#, "\(start)")
      let wide = wide(text, .utf16LittleEndian)
      let broken = stride(from: 0, to: wide.count, by: width).map { String(wide.dropFirst($0).prefix(width)) }
      #expect(rules.mask("v=\(broken.joined(separator: gap)) x") == "v=<encoded> x", "\(start)")
    }
  }

  @Test("Only behind a full line does a run go on, and never into a boundary")
  func lineEnds() {
    let secret = "cGFzc3dvcmQ9aHVudGVyMg"
    #expect(rules.mask("\(secret)\nINFO started") == "<encoded>\nINFO started")
    let full = base64("A line of three times sixteen, password=hunter22")
    #expect(full.count == 64)
    #expect(rules.mask("\(full)\r\n--part\r\nnext") == "<encoded>\r\n--part\r\nnext")
    #expect(rules.mask("\(full)\n\nINFO started") == "<encoded>\n\nINFO started")
    #expect(rules.mask("\(full)\n-----BEGIN KEY-----\nx\n-----END KEY-----") == "<encoded>\n<pem>")
  }
}
