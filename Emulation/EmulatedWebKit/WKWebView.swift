public import Foundation

// On Linux requests and answers stand in a module of their own; adapters need not know that.
@_exported import FoundationNetworking

/// No page is fetched or drawn: a test says what pages, servers and people do, and the view asks its delegates as Apple's
/// does.
@MainActor
open class WKWebView: NSObject {
  public let configuration: WKWebViewConfiguration
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  open var allowsLinkPreview = true
  open var isInspectable = false
  open private(set) var url: URL?
  /// Whether the page that is shown runs scripts.
  public private(set) var emulatedScripts = false
  /// The addresses that were requested: allowed by the delegate, or nobody asked.
  public private(set) var emulatedRequests: [String] = []

  public init(frame: CGRect, configuration: WKWebViewConfiguration) { self.configuration = configuration }

  /// The request that the test lets go on with `emulatedNavigate`.
  public private(set) var emulatedLoad: URLRequest?

  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? {
    emulatedLoad = request
    return WKNavigation()
  }

  open func stopLoading() {}

  /// One navigation through the addresses of its redirects; true when the last one is shown.
  public func emulatedNavigate(
    _ addresses: [String], type: WKNavigationType = .other, inFrame isMainFrame: Bool? = true,
    isDownload: Bool = false, isShown: Bool = true, disposition: String? = nil
  ) async -> Bool {
    for address in addresses {
      // mantlet:allow cleartext-transport: nothing is asked; tests see that an address without TLS is refused.
      guard let url = URL(string: address) else { return false }
      let frame = isMainFrame.map {
        WKFrameInfo(emulated: $0, origin: WKSecurityOrigin(emulated: url.scheme ?? "", host: url.host ?? ""))
      }
      let action = WKNavigationAction(URLRequest(url: url), frame, type, isDownload: isDownload)
      let preferences = WKWebpagePreferences()
      preferences.allowsContentJavaScript = configuration.defaultWebpagePreferences.allowsContentJavaScript
      guard let delegate = navigationDelegate else {
        emulatedRequests.append(address)
        continue
      }
      let (policy, chosen) = await delegate.webView(self, decidePolicyFor: action, preferences: preferences)
      guard policy == .allow else {
        fail(isMainFrame, address == addresses.first)
        return false
      }
      if isMainFrame == true, type == .linkActivated || type == .other, let shown = self.url, url.fragment != nil,
        address.prefix(while: { $0 != "#" }) == shown.absoluteString.prefix(while: { $0 != "#" })
      {
        // A place on the page that is shown: nothing is loaded, and nothing committed.
        self.url = url
        return true
      }
      emulatedScripts = chosen.allowsContentJavaScript
      emulatedRequests.append(address)
      guard address == addresses.last else { continue }
      let fields = disposition.map { ["Content-Disposition": $0] } ?? [:]
      guard let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields) else {
        return false
      }
      let response = WKNavigationResponse(answer, canShow: isShown, isForMainFrame: isMainFrame == true)
      guard await delegate.webView(self, decidePolicyFor: response) == .allow else {
        fail(isMainFrame, false)
        return false
      }
      if isMainFrame == true {
        self.url = url
        delegate.webView(self, didCommit: WKNavigation())
      }
    }
    return true
  }

  /// A navigation that was never begun does not fail either.
  private func fail(_ isMainFrame: Bool?, _ isFirst: Bool) {
    guard isMainFrame == true, !isFirst else { return }
    navigationDelegate?.webView(
      self, didFailProvisionalNavigation: WKNavigation(), withError: NSError(domain: "WebKitErrorDomain", code: 102))
  }

  /// A script of a page posts to a handler; false when no script runs or no such handler is there.
  public func emulatedPost(_ body: Any, to name: String, from frame: WKFrameInfo) -> Bool {
    guard emulatedScripts, let handler = configuration.userContentController.emulatedHandlers[name] else {
      return false
    }
    handler.userContentController(
      configuration.userContentController,
      didReceive: WKScriptMessage(name: name, body: body, frameInfo: frame))
    return true
  }
}
