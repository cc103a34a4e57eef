import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct ScreenSectionTests {
  private let dev = "{\"dev\": \(PolicyText.environment(endpoint: "https://127.0.0.1:8443"))}"

  private func slice(_ section: String = "") throws -> PolicySlice {
    try #require(try PolicyDocument.read(PolicyText.with(section)).slice(for: .prod))
  }

  @Test("Without the section everything is covered, a screenshot is warned of, and keyboards of others are refused")
  func standard() throws {
    let screen = try slice().screen
    #expect(screen == ScreenRequirement())
    #expect(screen.cover == .opaque && screen.onScreenshot == .warn && screen.onCapture == .cover)
    #expect(screen.thirdPartyKeyboards == .refuse && screen.pasteboardExpiry == .seconds(60))
  }

  @Test("A section that says the default is the same policy with the same bytes and digest")
  func unchanged() throws {
    let written = #""screen": {"cover": "opaque", "onCapture": "cover", "pasteboardExpiry": "1m"}"#
    #expect(try slice(written) == slice())
    #expect(try slice(written).digest == slice().digest)
    #expect(!String(decoding: try slice().bytes, as: UTF8.self).contains(#""screen":"#))
    let policy = try PolicyDocument.read(PolicyText.with(written))
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
  }

  @Test("What the section says reaches the slice, changes its digest, and is read back from its bytes")
  func said() throws {
    let section = #""screen": {"onScreenshot": "lock", "onCapture": "report", "pasteboardExpiry": "30s"}"#
    let slice = try slice(section)
    #expect(slice.screen.onScreenshot == .lock && slice.screen.onCapture == .report)
    #expect(slice.screen.pasteboardExpiry == .seconds(30))
    #expect(try PolicySlice(reading: slice.bytes) == slice)
    #expect(try slice.digest != self.slice().digest)
    let text = String(decoding: slice.bytes, as: UTF8.self)
    #expect(
      text.contains(#","screen":{"onScreenshot":"lock","onCapture":"report","pasteboardExpiry":"30s"},"connection":"#))
    let policy = try PolicyDocument.read(PolicyText.with(section))
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
  }

  @Test("A slice that spells a default out is refused: one slice has one text")
  func canonical() throws {
    let text = String(decoding: try slice().bytes, as: UTF8.self)
    for section in [#""screen":{}"#, #""screen":{"cover":"opaque"}"#] {
      let other = text.replacing(#","connection":"#, with: ",\(section),\"connection\":")
      #expect(other != text)
      #expect(throws: PolicyError.notCanonical) { try PolicySlice(reading: Array(other.utf8)) }
    }
  }

  @Test(
    "An insecure word is refused where there is a prod, and stands elsewhere",
    arguments: [
      ("cover", "insecureOff"), ("onCapture", "insecureIgnore"), ("thirdPartyKeyboards", "insecureAllow"),
    ])
  func insecure(key: String, word: String) throws {
    let section = "\"screen\": {\"\(key)\": \"\(word)\"}"
    #expect(
      throws: PolicyError.contradiction(
        .insecureInProd, path: "screen.\(key)", at: TextPosition(line: 2, column: 12))
    ) { try PolicyDocument.read(PolicyText.with(section)) }
    #expect(throws: Never.self) { try PolicyDocument.read(PolicyText.with(section, environments: dev)) }
  }

  @Test(
    "Unknown keys, words and lengths of time are refused",
    arguments: [
      #"{"covers": "opaque"}"#, #"{"cover": "blur"}"#, #"{"onScreenshot": "wipe"}"#, #"{"pasteboardExpiry": "0s"}"#,
      #"{"pasteboardExpiry": "2h"}"#, #"{"pasteboardExpiry": 60}"#, #"{"onCapture": true}"#, "[]",
    ])
  func refused(value: String) {
    #expect(throws: PolicyError.self) { try PolicyDocument.read(PolicyText.with("\"screen\": \(value)")) }
  }

  @Test("Each reaction to a screenshot does what the milder ones do")
  func order() {
    #expect(ScreenRequirement.ScreenshotReaction.allCases == [.ignore, .report, .warn, .lock])
    #expect(ScreenRequirement.ScreenshotReaction.lock > .warn && ScreenRequirement.ScreenshotReaction.report > .ignore)
  }
}
