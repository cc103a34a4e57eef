import SecurityPolicy
import Testing
import WebContent

@Suite("Decisions about pages")
struct WebNavigationTests {
  private static func rules(
    _ foreign: WebContentRules.ForeignLinks = .refuse, outside: Set<String> = []
  ) throws -> WebContentRules {
    try WebContentRules(
      origins: [
        WebOrigin("https://app.example"), WebOrigin("https://*.cdn.example"), WebOrigin("https://x.example:8443"),
      ],
      foreignLinks: foreign, outsideSchemes: outside)
  }

  @Test(
    "Pages of the named origins are loaded",
    arguments: [
      "https://app.example/", "https://app.example", "https://APP.example/a?b=https://evil.example#c",
      "https://app.example:443/", "https://a.cdn.example/x", "https://x.example:8443/",
    ])
  func allowed(address: String) throws {
    #expect(try Self.rules().decide(WebNavigation(address)) == .allow)
  }

  @Test(
    "Pages of other origins are not, however they are written",
    arguments: [
      "https://evil.example/", "https://app.example.evil.example/", "https://cdn.example/", "https://a.b.cdn.example/",
      "https://xapp.example/", "https://app.example:8443/", "https://x.example/", "https://evilcdn.example/",
    ])
  func foreign(address: String) throws {
    let rules = try Self.rules()
    #expect(rules.decide(WebNavigation(address)) == .cancel(.foreignOrigin))
    #expect(rules.decide(WebNavigation(address, target: .subframe)) == .cancel(.foreignOrigin))
    #expect(rules.decide(WebNavigation(address, isTapped: true)) == .cancel(.foreignOrigin))
    #expect(rules.decide(WebNavigation(address, isRedirect: true)) == .cancel(.redirectedAway))
  }

  @Test(
    "What programs read differently is not loaded",
    arguments: [
      "", "https://app.example\\@evil.example/", "https://app.example@evil.example/",
      "https://evil.example%2Fapp.example/",
      "https:app.example", "https:///app.example/", "https://app.example:x/", "https://app.example :443/",
      "https://app.example\t/", "https://ａpp.example/", "https://2130706433/", "https://app.example./",
      "//app.example/",
      "https://app.example:/", "https://[::1]/", "https://%61pp.example/",
    ])
  func malformed(address: String) throws {
    let rules = try Self.rules(.openOutside, outside: ["mailto"])
    #expect(rules.decide(WebNavigation(address, isTapped: true)) == .cancel(.malformedAddress))
  }

  @Test("An address beyond the limit is not loaded")
  func long() throws {
    let address = "https://app.example/" + String(repeating: "a", count: 8192)
    #expect(try Self.rules().decide(WebNavigation(address)) == .cancel(.malformedAddress))
  }

  @Test(
    "No other scheme is followed, tapped or not",
    arguments: [
      "file:///etc/hosts", "data:text/html,x", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "blob:https:x",
      "ftp://app.example/",
      "http://app.example/", "app://app.example/", "about:config", "ws://app.example/", "intent:x", "tel:112",
      "mailto://app.example/",
    ])
  func schemes(address: String) throws {
    let rules = try Self.rules(.openOutside, outside: ["mailto"])
    for target in [WebNavigation.Target.mainFrame, .subframe, .newWindow] {
      let decision = rules.decide(WebNavigation(address, target: target, isTapped: true))
      #expect(decision == .cancel(.scheme) || decision == .cancel(.malformedAddress))
    }
  }

  @Test("Only a tap in the page itself leaves the app, and only where the rules say so")
  func outside() throws {
    let rules = try Self.rules(.openOutside, outside: ["mailto"])
    for address in ["https://other.example/", "mailto:help@app.example"] {
      #expect(rules.decide(WebNavigation(address, isTapped: true)) == .openOutside)
      #expect(rules.decide(WebNavigation(address, target: .newWindow, isTapped: true)) == .openOutside)
      #expect(rules.decide(WebNavigation(address)) != .openOutside)
      #expect(rules.decide(WebNavigation(address, target: .subframe, isTapped: true)) != .openOutside)
      #expect(rules.decide(WebNavigation(address, isTapped: true, isRedirect: true)) != .openOutside)
      #expect(rules.decide(WebNavigation(address, isTapped: true, isDownload: true)) == .cancel(.download))
      #expect(try Self.rules().decide(WebNavigation(address, isTapped: true)) != .openOutside)
    }
  }

  @Test("Windows and downloads are refused for allowed origins, too")
  func windows() throws {
    let rules = try Self.rules()
    #expect(rules.decide(WebNavigation("https://app.example/", target: .newWindow)) == .cancel(.newWindow))
    #expect(rules.decide(WebNavigation("https://app.example/", isDownload: true)) == .cancel(.download))
  }

  @Test("A blank page is for frames alone")
  func blank() throws {
    let rules = try Self.rules()
    #expect(rules.decide(WebNavigation("about:blank", target: .subframe)) == .allow)
    #expect(rules.decide(WebNavigation("about:srcdoc", target: .subframe)) == .allow)
    #expect(rules.decide(WebNavigation("about:blank")) == .cancel(.scheme))
    #expect(rules.decide(WebNavigation("about:blank", target: .newWindow)) == .cancel(.scheme))
  }

  @Test("An answer is shown when it comes from an allowed origin, is no file, and can be shown")
  func answers() throws {
    let rules = try Self.rules()
    func decide(_ address: String, _ disposition: String?, isShown: Bool = true) -> WebDecision {
      rules.decide(answerFrom: address, isShown: isShown, disposition: disposition)
    }
    #expect(decide("https://app.example/", nil) == .allow)
    #expect(decide("https://app.example/", " Inline ; filename=x") == .allow)
    #expect(decide("https://app.example/", "attachment") == .cancel(.download))
    #expect(decide("https://app.example/", "ATTACHMENT;filename=x") == .cancel(.download))
    #expect(decide("https://app.example/", "form-data") == .cancel(.download))
    #expect(decide("https://app.example/", nil, isShown: false) == .cancel(.unshownType))
    #expect(decide("https://evil.example/", nil) == .cancel(.redirectedAway))
    #expect(decide("file:///x", nil) == .cancel(.scheme))
    #expect(decide("", nil) == .cancel(.malformedAddress))
  }
}
