#if APPLE_EMULATION
  import AppleWeb
  import Foundation
  import SecurityPolicy
  import Testing
  import UntrustedInput
  import WebContent
  import WebKit

  @MainActor
  @Suite("A web view that obeys its rules")
  struct GuardedWebViewTests {
    private func rules(_ foreign: WebContentRules.ForeignLinks = .refuse, bridged: Bool = false) throws
      -> WebContentRules
    {
      let origin = try WebOrigin("https://app.example")
      let bridge = try WebBridge(
        handlers: [BridgeHandler("answer", fields: [BridgeField("value", .integer(1...5))])], origins: [origin])
      return try WebContentRules(
        origins: [origin], runsJavaScript: bridged, bridge: bridged ? bridge : nil, foreignLinks: foreign,
        outsideSchemes: ["mailto"], userAgentSuffix: "Sleep/1")
    }

    private func frame(_ host: String, main: Bool = true) -> WKFrameInfo {
      WKFrameInfo(emulated: main, origin: WKSecurityOrigin(emulated: "https", host: host))
    }

    @Test("A fresh view holds its rules; WebKit's own standard does not")
    func verdicts() async throws {
      let rules = try rules()
      let guarded = try await GuardedWebView.make(rules: rules)
      #expect(rules.verdict(of: guarded.state) == .holds)
      #expect(guarded.view.configuration.applicationNameForUserAgent == "Sleep/1")
      let plain = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
      let found = Set(rules.differences(of: WebViewState(plain)))
      #expect(
        found.isSuperset(of: [
          .runsJavaScript, .keepsData, .previewsLinks, .playsMediaUnasked, .sendsMediaElsewhere, .unguarded,
        ]))
    }

    @Test("A policy without origins makes no view, one with an origin a view that runs no scripts")
    func byPolicy() async throws {
      await #expect(throws: WebContentError.noWebContent) {
        _ = try await GuardedWebView.make(policy: WebContentRequirement())
      }
      var requirement = WebContentRequirement()
      requirement.origins = ["https://app.example"]
      let guarded = try await GuardedWebView.make(policy: requirement)
      #expect(guarded.rules.verdict(of: guarded.state) == .holds)
      #expect(!guarded.view.configuration.defaultWebpagePreferences.allowsContentJavaScript)
    }

    @Test("What an app loosens afterwards is found")
    func loosened() async throws {
      let rules = try rules()
      let guarded = try await GuardedWebView.make(rules: rules)
      guarded.view.isInspectable = true
      #expect(rules.differences(of: guarded.state) == [.isInspectable])
      guarded.view.isInspectable = false
      guarded.view.navigationDelegate = nil
      #expect(rules.verdict(of: guarded.state) == .fails("nobody decides which pages are loaded"))
    }

    @Test("A handler that an app adds afterwards is found, and a list of rules that it takes away")
    func loosenedContents() async throws {
      final class Handler: NSObject, WKScriptMessageHandler {
        func userContentController(
          _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {}
      }
      let rules = try rules(bridged: true)
      let guarded = try await GuardedWebView.make(rules: rules)
      let contents = guarded.view.configuration.userContentController
      #expect(rules.verdict(of: guarded.state) == .holds && guarded.state.handlers == ["answer"])
      contents.add(Handler(), name: "tracker")
      #expect(rules.differences(of: guarded.state) == [.unknownHandler])
      contents.removeScriptMessageHandler(forName: "tracker")
      #expect(rules.verdict(of: guarded.state) == .holds)
      let list = try #require(contents.emulatedLists.first)
      contents.remove(list)
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
      contents.add(list)
      contents.removeAllContentRuleLists()
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
    }

    private func foreignList(_ identifier: String) async throws -> WKContentRuleList {
      let compiled = try await WKContentRuleListStore.default().compileContentRuleList(
        forIdentifier: identifier,
        encodedContentRuleList: #"[{"trigger": {"url-filter": "ads"}, "action": {"type": "block"}}]"#)
      return try #require(compiled)
    }

    @Test("A list of the app's own changes nothing beside the rules', and is not taken for them without them")
    func foreignList() async throws {
      let rules = try rules()
      let guarded = try await GuardedWebView.make(rules: rules)
      let contents = guarded.view.configuration.userContentController
      let ours = try #require(contents.emulatedLists.first)
      let foreign = try await foreignList("ads")
      contents.add(foreign)
      #expect(rules.verdict(of: guarded.state) == .holds && contents.emulatedLists.count == 2)
      contents.remove(foreign)
      #expect(rules.verdict(of: guarded.state) == .holds && contents.emulatedLists.count == 1)
      contents.removeAllContentRuleLists()
      contents.add(foreign)
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
      contents.add(ours)
      #expect(rules.verdict(of: guarded.state) == .holds)
      contents.remove(ours)
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
    }

    @Test("A list under the identifier of the rules' takes their place, and takes them away when it goes")
    func sameIdentifier() async throws {
      let rules = try rules()
      let guarded = try await GuardedWebView.make(rules: rules)
      let contents = guarded.view.configuration.userContentController
      let ours = try #require(contents.emulatedLists.first)
      let foreign = try await foreignList(ours.identifier)
      contents.add(foreign)
      #expect(contents.emulatedLists.count == 1 && contents.emulatedLists.first === foreign)
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
      contents.add(ours)
      #expect(rules.verdict(of: guarded.state) == .holds)
      contents.remove(foreign)
      #expect(contents.emulatedLists.isEmpty)
      #expect(rules.differences(of: guarded.state) == [.partsUnfiltered])
    }

    @Test("Every part of a page goes through the compiled list")
    func filtered() async throws {
      let guarded = try await GuardedWebView.make(rules: rules())
      let lists = guarded.view.configuration.userContentController.emulatedLists
      #expect(lists.count == 1 && lists[0].emulatedRules.contains("app\\\\.example"))
    }

    @Test("Pages of the origin are shown, without scripts; others are not requested")
    func navigation() async throws {
      let view = try await GuardedWebView.make(rules: rules())
      #expect(await view.view.emulatedNavigate(["https://app.example/a"]))
      #expect(!view.view.emulatedScripts)
      for address in ["https://evil.example/", "file:///etc/hosts", "javascript:alert(1)", "http://app.example/"] {
        #expect(await !view.view.emulatedNavigate([address], type: .linkActivated))
      }
      #expect(await !view.view.emulatedNavigate(["https://app.example/"], inFrame: nil))
      #expect(await !view.view.emulatedNavigate(["https://evil.example/"], inFrame: false))
      #expect(view.view.emulatedRequests == ["https://app.example/a"])
    }

    @Test("Downloads and types that cannot be shown are refused")
    func downloads() async throws {
      let view = try await GuardedWebView.make(rules: rules()).view
      let held = try await GuardedWebView.make(rules: rules())
      #expect(await !held.view.emulatedNavigate(["https://app.example/f"], isDownload: true))
      #expect(await !held.view.emulatedNavigate(["https://app.example/f"], isShown: false))
      #expect(await !held.view.emulatedNavigate(["https://app.example/f"], disposition: "attachment"))
      #expect(await held.view.emulatedNavigate(["https://app.example/f"], disposition: "inline"))
      // A view whose guard was let go has nobody to ask: its state said so.
      #expect(view.navigationDelegate == nil)
    }

    @Test("A tapped link leaves the app, a redirect does not")
    func outside() async throws {
      var opened: [String] = []
      let view = try await GuardedWebView.make(rules: rules(.openOutside)) { opened.append($0.absoluteString) }
      _ = await view.view.emulatedNavigate(["https://app.example/"])
      _ = await view.view.emulatedNavigate(["https://other.example/"], type: .linkActivated)
      _ = await view.view.emulatedNavigate(["mailto:help@app.example"], type: .linkActivated)
      _ = await view.view.emulatedNavigate(["https://app.example/go", "https://evil.example/"], type: .linkActivated)
      _ = await view.view.emulatedNavigate(["https://evil.example/"])
      #expect(opened == ["https://other.example/", "mailto:help@app.example"])
      _ = await view.view.emulatedNavigate(["https://third.example/"], type: .linkActivated)
      #expect(opened.last == "https://third.example/")
      #expect(view.view.emulatedRequests == ["https://app.example/", "https://app.example/go"])
    }

    @Test("A link to a place on the same page is no load under way: the next tapped link leaves the app")
    func fragment() async throws {
      var opened: [String] = []
      let view = try await GuardedWebView.make(rules: rules(.openOutside)) { opened.append($0.absoluteString) }
      _ = await view.view.emulatedNavigate(["https://app.example/a"])
      #expect(await view.view.emulatedNavigate(["https://app.example/a#end"], type: .linkActivated))
      _ = await view.view.emulatedNavigate(["https://other.example/"], type: .linkActivated)
      #expect(opened == ["https://other.example/"])
      // The same address on another page is a load, and its redirects stay inside.
      _ = await view.view.emulatedNavigate(
        ["https://app.example/b#end", "https://evil.example/"], type: .linkActivated)
      #expect(opened.count == 1)
    }

    @Test("Windows are not made, cameras and motion sensors not given")
    func windows() async throws {
      let view = try await GuardedWebView.make(rules: rules())
      let delegate = try #require(view.view.uiDelegate)
      let decision = await delegate.webView(
        view.view, decideMediaCapturePermissionsFor: WKSecurityOrigin(emulated: "https", host: "app.example"),
        initiatedBy: frame("app.example"), type: .camera)
      #expect(decision == .deny)
      var motion: WKPermissionDecision?
      delegate.webView(
        view.view,
        requestDeviceOrientationAndMotionPermissionFor: WKSecurityOrigin(emulated: "https", host: "app.example"),
        initiatedByFrame: frame("app.example")
      ) { motion = $0 }
      #expect(motion == .deny)
    }

    @Test("Messages come from the main frame of the origin, with the fields of their schema")
    func bridge() async throws {
      var heard: [Result<BridgeMessage, WebContentError>] = []
      let view = try await GuardedWebView.make(rules: rules(bridged: true), onMessage: { heard.append($0) })
      #expect(rules(bridged: view).verdict(of: view.state) == .holds)
      _ = await view.view.emulatedNavigate(["https://app.example/"])
      let good = #"{"value": 3}"#
      #expect(view.view.emulatedPost(good, to: "answer", from: frame("app.example")))
      #expect(view.view.emulatedPost(good, to: "answer", from: frame("app.example", main: false)))
      #expect(view.view.emulatedPost(good, to: "answer", from: frame("evil.example")))
      #expect(view.view.emulatedPost(#"{"value": 9}"#, to: "answer", from: frame("app.example")))
      #expect(view.view.emulatedPost(["value": 3], to: "answer", from: frame("app.example")))
      #expect(try heard.first?.get().integer("value") == 3)
      let failures = heard.dropFirst().map { result -> WebContentError? in
        guard case .failure(let error) = result else { return nil }
        return error
      }
      #expect(failures.prefix(3) == [.notMainFrame, .foreignPage, .badMessage(InputRefusal(.memberValue))])
      guard failures.count == 4, failures[3] == .badMessage(InputRefusal(.malformedJSON)) else {
        Issue.record("a dictionary is no message")
        return
      }
    }

    private func rules(bridged view: GuardedWebView) -> WebContentRules { view.rules }

    @Test("Without a bridge there is no handler, and without scripts nobody to post")
    func closed() async throws {
      let view = try await GuardedWebView.make(rules: rules())
      _ = await view.view.emulatedNavigate(["https://app.example/"])
      #expect(!view.view.emulatedPost("{}", to: "answer", from: frame("app.example")))
      #expect(view.view.configuration.userContentController.emulatedHandlers.isEmpty)
    }

    @Test("Loading goes through the same decision")
    func load() async throws {
      let view = try await GuardedWebView.make(rules: rules(.openOutside))
      try view.load("https://app.example/start")
      #expect(view.view.emulatedLoad?.url?.absoluteString == "https://app.example/start")
      #expect(throws: WebContentError.refused(.foreignOrigin)) { try view.load("https://evil.example/") }
      #expect(throws: WebContentError.refused(.scheme)) { try view.load("file:///etc/hosts") }
    }

    @Test("The end asks for the deletion of everything that pages left, and nobody is heard any more")
    func end() async throws {
      let view = try await GuardedWebView.make(rules: rules(bridged: true))
      await view.end()
      #expect(view.view.configuration.websiteDataStore.emulatedRemovals == [WKWebsiteDataStore.allWebsiteDataTypes()])
      #expect(view.view.configuration.userContentController.emulatedHandlers.isEmpty)
    }
  }
#endif
