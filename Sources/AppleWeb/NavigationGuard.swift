import Foundation
import WebContent
import WebKit

/// Asks the rules about every page, every answer, every window, every camera and every motion sensor. The answers are async
/// methods where Apple documents one: a method with a completion handler whose type is nearly right would compile and never
/// be called.
@MainActor
final class NavigationGuard: NSObject, WKNavigationDelegate, WKUIDelegate {
  private let rules: WebContentRules
  private let openOutside: @MainActor (URL) -> Void
  /// Whether a page of the main frame was allowed and is not shown yet. WebKit does not say that a navigation is a
  /// redirect, so whatever comes in between counts as one: it may not leave the app.
  private var isUnderWay = false

  init(_ rules: WebContentRules, _ openOutside: @escaping @MainActor (URL) -> Void) {
    self.rules = rules
    self.openOutside = openOutside
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
    preferences.allowsContentJavaScript = rules.runsJavaScript
    let url = navigationAction.request.url
    let target: WebNavigation.Target =
      switch navigationAction.targetFrame?.isMainFrame {
      case nil: .newWindow
      case true?: .mainFrame
      case false?: .subframe
      }
    let asked = WebNavigation(
      url?.absoluteString ?? "", target: target, isTapped: navigationAction.navigationType == .linkActivated,
      isRedirect: isUnderWay && target == .mainFrame, isDownload: navigationAction.shouldPerformDownload)
    switch rules.decide(asked) {
    case .allow:
      if target == .mainFrame, !Self.staysOnPage(navigationAction, of: webView) { isUnderWay = true }
      return (.allow, preferences)
    case .openOutside:
      if let url { openOutside(url) }
      return (.cancel, preferences)
    case .cancel: return (.cancel, preferences)
    }
  }

  /// Whether a link leads to a place on the page that is shown: WebKit asks, and then neither loads nor commits anything.
  private static func staysOnPage(_ action: WKNavigationAction, of view: WKWebView) -> Bool {
    guard action.navigationType == .linkActivated || action.navigationType == .other,
      let asked = action.request.url?.absoluteString, let shown = view.url?.absoluteString, asked.contains("#")
    else { return false }
    return asked.prefix { $0 != "#" } == shown.prefix { $0 != "#" }
  }

  func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
    -> WKNavigationResponsePolicy
  {
    let response = navigationResponse.response
    let disposition = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    let decision = rules.decide(
      answerFrom: response.url?.absoluteString ?? "", isShown: navigationResponse.canShowMIMEType,
      disposition: disposition)
    return decision == .allow ? .allow : .cancel
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { isUnderWay = false }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    isUnderWay = false
  }

  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    nil
  }

  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
    type: WKMediaCaptureType
  ) async -> WKPermissionDecision {
    .deny
  }

  #if canImport(UIKit)
    // O.Plat_11#1253
    /// Without it WebKit asks the person; the platform has this question on iOS only.
    func webView(
      _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
      initiatedByFrame frame: WKFrameInfo,
      decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) {
      decisionHandler(.deny)
    }
  #endif
}
