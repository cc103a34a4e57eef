import SecurityPolicy
import Testing
import WebContent

@Suite("Web content by policy")
struct WebContentPolicyTests {
  private func requirement(_ change: (inout WebContentRequirement) -> Void = { _ in }) -> WebContentRequirement {
    var requirement = WebContentRequirement()
    requirement.origins = ["https://app.example", "https://*.cdn.example:8443"]
    change(&requirement)
    return requirement
  }

  private func bridge(_ origin: String = "https://app.example") throws -> WebBridge {
    try WebBridge(handlers: [BridgeHandler("answer")], origins: [WebOrigin(origin)])
  }

  @Test("Rules say what the policy says, and nothing that it leaves out")
  func rules() throws {
    let strict = try WebContentRules(requirement())
    #expect(strict.origins.map(\.description) == ["https://app.example", "https://*.cdn.example:8443"])
    #expect(!strict.runsJavaScript && strict.bridge == nil && strict.foreignLinks == .refuse)
    #expect(strict.outsideSchemes.isEmpty && !strict.playsMediaInline)
    let open = try WebContentRules(
      requirement {
        $0.javaScript = true
        $0.foreignLinks = .openOutside
        $0.outsideSchemes = [.mailto, .tel]
        $0.inlineMedia = true
      })
    #expect(open.runsJavaScript && open.foreignLinks == .openOutside && open.playsMediaInline)
    #expect(open.outsideSchemes == ["mailto", "tel"])
    #expect(open.decide(WebNavigation("sms:1", isTapped: true)) == .cancel(.scheme))
    #expect(open.decide(WebNavigation("mailto:a@b.example", isTapped: true)) == .openOutside)
  }

  @Test("A policy without origins allows no web view, one without a bridge no handler")
  func refused() throws {
    #expect(throws: WebContentError.noWebContent) { try WebContentRules(WebContentRequirement()) }
    let scripted = requirement { $0.javaScript = true }
    #expect(throws: WebContentError.bridgeNotInPolicy) { try WebContentRules(scripted, bridge: bridge()) }
    let bridged = requirement { ($0.javaScript, $0.bridge) = (true, true) }
    #expect(try WebContentRules(bridged, bridge: bridge()).bridge != nil)
    #expect(try WebContentRules(bridged).bridge == nil)
    #expect(throws: WebContentError.bridgeForForeignOrigin) {
      try WebContentRules(bridged, bridge: bridge("https://other.example"))
    }
  }

  @Test(
    "Whatever a policy takes for an origin is one for web views, too",
    arguments: [
      "https://a.example", "https://a.example:443", "https://*.a.example", "https://*.a.example:1", "https://a-1.b.c",
      "https://xn--bcher-kva.example", "https://co.uk", "https://*.co.uk", "https://a", "https://1.2.3.4",
      "https://a.1x", "https://a.0x1", "https://[::1]", "https://a.example.", "https://a..b", "https://-a.example",
      "https://a.example/", "https://*a.example", "https://*.*.example", "https://a.example:0", "http://a.example",
    ])
  func agreement(text: String) throws {
    let document =
      #"{"version": 1, "name": "n", "webContent": {"origins": ["\#(text)"]}, "environments": {}}"#
    var isTaken = true
    do throws(PolicyError) { _ = try PolicyDocument.read(Array(document.utf8)) } catch {
      // The environments come later: that they are missing says that the origin was taken.
      isTaken = if case .contradiction(.noEnvironments, _, _) = error { true } else { false }
    }
    let origin = try? WebOrigin(text)
    #expect(!isTaken || origin != nil)
  }
}
