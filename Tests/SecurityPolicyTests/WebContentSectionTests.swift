import SecurityPolicy
import Testing
import UntrustedInput

@Suite("The section webContent of a policy")
struct WebContentSectionTests {
  private func slice(_ section: String = "") throws -> PolicySlice {
    try #require(try PolicyDocument.read(PolicyText.with(section)).slice(for: .prod))
  }

  @Test("Without the section the app shows no page, runs no script and hears no message")
  func standard() throws {
    let web = try slice().webContent
    #expect(web == WebContentRequirement())
    #expect(web.origins.isEmpty && !web.javaScript && !web.bridge && web.foreignLinks == .refuse)
    #expect(web.outsideSchemes.isEmpty && !web.inlineMedia)
  }

  @Test("A section that says the default is the same policy with the same bytes and digest")
  func unchanged() throws {
    let written = #""webContent": {"origins": [], "javaScript": false, "foreignLinks": "refuse"}"#
    #expect(try slice(written) == slice() && slice(written).digest == slice().digest)
    #expect(!String(decoding: try slice().bytes, as: UTF8.self).contains("webContent"))
  }

  @Test("What the section says reaches the slice, changes its digest, and is read back from its bytes")
  func said() throws {
    let section =
      #""webContent": {"origins": ["https://help.example", "https://*.cdn.example:8443"], "javaScript": true, "#
      + #""bridge": true, "foreignLinks": "openOutside", "outsideSchemes": ["mailto"], "inlineMedia": true}"#
    let slice = try slice(section)
    #expect(slice.webContent.origins == ["https://help.example", "https://*.cdn.example:8443"])
    #expect(slice.webContent.javaScript && slice.webContent.bridge && slice.webContent.inlineMedia)
    #expect(slice.webContent.foreignLinks == .openOutside && slice.webContent.outsideSchemes == [.mailto])
    #expect(try PolicySlice(reading: slice.bytes) == slice)
    #expect(try slice.digest != self.slice().digest)
    let policy = try PolicyDocument.read(PolicyText.with(section))
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
  }

  @Test("A slice that spells a default out is refused: one slice has one text")
  func canonical() throws {
    let text = String(decoding: try slice().bytes, as: UTF8.self)
    for section in [#""webContent":{}"#, #""webContent":{"javaScript":false}"#] {
      let other = text.replacing(#","connection":"#, with: ",\(section),\"connection\":")
      #expect(throws: PolicyError.notCanonical) { try PolicySlice(reading: Array(other.utf8)) }
    }
  }

  @Test("A bridge for pages without scripts is a contradiction")
  func bridge() {
    #expect(
      throws: PolicyError.contradiction(
        .bridgeWithoutScripts, path: "webContent.bridge", at: TextPosition(line: 2, column: 27))
    ) { try PolicyDocument.read(PolicyText.with(#""webContent": {"bridge": true}"#)) }
  }

  @Test(
    "Origins that are none or everybody's, other schemes and other words are refused",
    arguments: [
      #"{"origins": ["http://a.example"]}"#, #"{"origins": ["https://a.example/x"]}"#, #"{"origins": ["*"]}"#,
      #"{"origins": ["https://*.co.uk"]}"#, #"{"origins": ["https://*.example"]}"#,
      #"{"origins": ["https://127.0.0.1"]}"#, #"{"origins": ["https://A.example"]}"#,
      #"{"origins": ["https://u@a.example"]}"#, #"{"origins": ["https://a.example", "https://a.example"]}"#,
      #"{"origins": "https://a.example"}"#, #"{"javaScript": "yes"}"#, #"{"outsideSchemes": ["intent"]}"#,
      #"{"foreignLinks": "allow"}"#, #"{"fileAccess": true}"#, "[]",
    ])
  func refused(value: String) {
    #expect(throws: PolicyError.self) { try PolicyDocument.read(PolicyText.with("\"webContent\": \(value)")) }
  }
}
