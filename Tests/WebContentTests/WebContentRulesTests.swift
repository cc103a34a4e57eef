import SecurityPolicy
import Testing
import UntrustedInput
import WebContent

@Suite("Rules for web content")
struct WebContentRulesTests {
  private func origin() throws -> WebOrigin { try WebOrigin("https://app.example") }

  @Test("Rules start closed")
  func standard() throws {
    let rules = try WebContentRules(origins: [origin()])
    #expect(!rules.runsJavaScript && rules.bridge == nil && rules.outsideSchemes.isEmpty)
    #expect(rules.foreignLinks == .refuse && !rules.playsMediaInline)
  }

  @Test("Rules that contradict themselves are refused")
  func contradictions() throws {
    let origin = try origin()
    let bridge = try WebBridge(handlers: [BridgeHandler("done")], origins: [origin])
    #expect(throws: WebContentError.noOrigin) { try WebContentRules(origins: []) }
    #expect(throws: WebContentError.bridgeWithoutJavaScript) { try WebContentRules(origins: [origin], bridge: bridge) }
    #expect(throws: WebContentError.bridgeForForeignOrigin) {
      try WebContentRules(origins: [WebOrigin("https://other.example")], runsJavaScript: true, bridge: bridge)
    }
    for scheme in ["javascript", "file", "https", "http", "data", "myapp"] {
      #expect(throws: WebContentError.notASchemeForOutside) {
        try WebContentRules(origins: [origin], outsideSchemes: [scheme])
      }
    }
    #expect(throws: WebContentError.tooMany(limit: 64)) {
      try WebContentRules(origins: Array(repeating: origin, count: 65))
    }
    for suffix in ["", "a\r\nX-Header: 1", String(repeating: "a", count: 65), "ü"] {
      #expect(throws: WebContentError.badName) { try WebContentRules(origins: [origin], userAgentSuffix: suffix) }
    }
  }

  @Test("The rule list blocks everything, then lets the origins in, then blocks scripts")
  func ruleList() throws {
    let rules = try WebContentRules(
      origins: [origin(), WebOrigin("https://*.cdn.example"), WebOrigin("https://x.example:8443")])
    let node = try JSONReader().read(rules.ruleList)
    let told = try #require(node.array).map {
      [$0["trigger"]?["url-filter"]?.string, $0["action"]?["type"]?.string]
    }
    #expect(
      told == [
        [".*", "block"], [#"^https://app\.example/"#, "ignore-previous-rules"],
        [#"^https://[a-z0-9-]+\.cdn\.example/"#, "ignore-previous-rules"],
        [#"^https://x\.example:8443/"#, "ignore-previous-rules"], [".*", "block"],
      ])
    #expect(node.array?.last?["trigger"]?["resource-type"]?.array?.map(\.string) == ["script"])
    let open = try WebContentRules(origins: [origin()], runsJavaScript: true)
    #expect(try JSONReader().read(open.ruleList).array?.count == 2)
  }

  @Test("The filters of the rule list agree with the decisions")
  func filters() throws {
    let rules = try WebContentRules(origins: [origin(), WebOrigin("https://*.cdn.example")])
    let filters = try #require(try JSONReader().read(rules.ruleList).array).compactMap {
      node -> Regex<AnyRegexOutput>? in
      guard node["action"]?["type"]?.string == "ignore-previous-rules" else { return nil }
      return try Regex(node["trigger"]?["url-filter"]?.string ?? "")
    }
    let addresses = [
      "https://app.example/", "https://a.cdn.example/x", "https://cdn.example/", "https://a.b.cdn.example/",
      "https://app.example.evil.example/", "https://appxexample/", "http://app.example/",
      "https://app.example@evil.example/",
      "https://evil.example/https://app.example/",
    ]
    for address in addresses {
      let isLetIn = filters.contains { address.firstMatch(of: $0) != nil }
      #expect(isLetIn == (rules.decide(WebNavigation(address)) == .allow), "\(address)")
    }
  }

  @Test("A view as the rules say holds; each laxer switch is named")
  func verdicts() throws {
    let rules = try WebContentRules(origins: [origin()])
    var state = WebViewState()
    #expect(rules.verdict(of: state) == .undetermined("whether parts of pages are filtered is not known"))
    state.filtersParts = true
    #expect(rules.verdict(of: state) == .holds)
    let changes: [(WebDifference, (inout WebViewState) -> Void)] = [
      (.runsJavaScript, { $0.runsJavaScript = true }), (.scriptsOpenWindows, { $0.scriptsOpenWindows = true }),
      (.keepsData, { $0.keepsData = true }), (.unknownHandler, { $0.handlers = ["x"] }),
      (.isInspectable, { $0.isInspectable = true }), (.previewsLinks, { $0.previewsLinks = true }),
      (.playsMediaInline, { $0.playsMediaInline = true }), (.playsMediaUnasked, { $0.playsMediaUnasked = true }),
      (.sendsMediaElsewhere, { $0.sendsMediaElsewhere = true }), (.noFraudWarning, { $0.warnsOfFraud = false }),
      (.linksData, { $0.linksData = true }), (.unguarded, { $0.isGuarded = false }),
      (.partsUnfiltered, { $0.filtersParts = false }),
    ]
    #expect(Set(changes.map(\.0)) == Set(WebDifference.allCases))
    for (difference, change) in changes {
      var laxer = state
      change(&laxer)
      #expect(rules.differences(of: laxer) == [difference])
      #expect(rules.verdict(of: laxer) == .fails(Verdict.Reason(difference.description)))
    }
  }
}
