public import Foundation
public import SecurityPolicy
public import WebContent
public import WebKit

/// A web view that obeys ``WebContentRules``, from its configuration to its last navigation.
///
/// It must be held as long as ``view`` is shown: the view holds its delegates weakly, and a view without them obeys
/// nobody. A certificate that the system refuses stays refused: there is no method here that could override it.
/// Not protected: what an app changes on ``view`` afterwards (``state`` tells of most), and `loadFileURL` or `loadHTMLString`
/// called on it, which no navigation rule sees as what they are. Source: BSI TR-03161-1 O.Plat_8, O.Plat_10, O.Plat_11,
/// O.Source_8.
@MainActor
public final class GuardedWebView {
  public let view: WKWebView
  public let rules: WebContentRules
  private let navigation: NavigationGuard
  private let contents: WatchedContentController

  /// Makes a view whose rule list is compiled; nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - openOutside: what to do with an address that may leave the app, such as `UIApplication.open`.
  ///   - onMessage: gets every message that the bridge let through, and every refusal.
  /// - Throws: `notFiltered` when the platform could not compile the rule list.
  public static func make(
    rules: WebContentRules, openOutside: @escaping @MainActor (URL) -> Void = { _ in },
    onMessage: @escaping @MainActor (Result<BridgeMessage, WebContentError>) -> Void = { _ in }
  ) async throws(WebContentError) -> GuardedWebView {
    let list: WKContentRuleList?
    do {
      guard let store = WKContentRuleListStore.default() else { throw WebContentError.notFiltered(nil) }
      list = try await store.compileContentRuleList(
        forIdentifier: "mantlet", encodedContentRuleList: String(decoding: rules.ruleList, as: UTF8.self))
    } catch {
      throw .notFiltered((error as? WebContentError) == nil ? (error as NSError).code : nil)
    }
    guard let list else { throw .notFiltered(nil) }
    let contents = WatchedContentController(list: list)
    let configuration = rules.configuration(watched: contents, onMessage: onMessage)
    return GuardedWebView(rules, WKWebView(frame: .zero, configuration: configuration), contents, openOutside)
  }

  /// The same by the policy's section `webContent`: nothing that the policy does not name.
  ///
  /// - Parameter bridge: the app's own handlers; the policy says whether there may be any.
  /// - Throws: `noWebContent`, `bridgeNotInPolicy`, `bridgeForForeignOrigin`; `notFiltered`.
  public static func make(
    policy: WebContentRequirement, bridge: WebBridge? = nil, openOutside: @escaping @MainActor (URL) -> Void = { _ in },
    onMessage: @escaping @MainActor (Result<BridgeMessage, WebContentError>) -> Void = { _ in }
  ) async throws(WebContentError) -> GuardedWebView {
    try await make(
      rules: WebContentRules(policy, bridge: bridge), openOutside: openOutside, onMessage: onMessage)
  }

  private init(
    _ rules: WebContentRules, _ view: WKWebView, _ contents: WatchedContentController,
    _ openOutside: @escaping @MainActor (URL) -> Void
  ) {
    self.rules = rules
    self.view = view
    self.contents = contents
    navigation = NavigationGuard(rules, openOutside)
    view.navigationDelegate = navigation
    view.uiDelegate = navigation
    view.allowsLinkPreview = false
    // O.Source_8#1252
    view.isInspectable = false
  }

  /// Loads a page, after the same decision that every link goes through.
  /// - Throws: `refused`.
  public func load(_ address: String) throws(WebContentError) {
    if case .cancel(let refusal) = rules.decide(WebNavigation(address)) { throw .refused(refusal) }
    guard rules.decide(WebNavigation(address)) == .allow, let url = URL(string: address) else {
      throw .refused(.malformedAddress)
    }
    view.load(URLRequest(url: url))
  }

  /// How the view is set up right now. Not told: scripts that the app injects, handlers in other content worlds than the
  /// page's or that answer, and a handler that took the place of a known one under its name.
  public var state: WebViewState {
    var state = WebViewState(view)
    state.handlers = contents.handlers
    state.isGuarded = view.navigationDelegate === navigation && view.uiDelegate === navigation
    state.filtersParts = contents.filtersParts
    return state
  }

  /// Ends it: what pages left is deleted, no handler hears them any more. To be called before the view goes away and at
  /// logout.
  public func end() async {
    // O.Plat_11#854
    view.stopLoading()
    view.configuration.userContentController.removeAllScriptMessageHandlers()
    await view.configuration.websiteDataStore.removeData(
      ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
  }
}
