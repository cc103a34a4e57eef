public import Foundation
public import FoundationNetworking

/// The numbers are Apple's.
public enum WKNavigationType: Int, Sendable {
  case linkActivated = 0
  case formSubmitted = 1
  case backForward = 2
  case reload = 3
  case formResubmitted = 4
  case other = -1
}

/// The numbers are Apple's.
public enum WKNavigationActionPolicy: Int, Sendable {
  case cancel = 0
  case allow = 1
  case download = 2
}

/// The numbers are Apple's.
public enum WKNavigationResponsePolicy: Int, Sendable {
  case cancel = 0
  case allow = 1
  case download = 2
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKNavigationAction: NSObject {
  public let request: URLRequest
  public let targetFrame: WKFrameInfo?
  public let navigationType: WKNavigationType
  public let shouldPerformDownload: Bool

  init(_ request: URLRequest, _ target: WKFrameInfo?, _ type: WKNavigationType, isDownload: Bool) {
    self.request = request
    targetFrame = target
    navigationType = type
    shouldPerformDownload = isDownload
  }
}

@MainActor
open class WKNavigationResponse: NSObject {
  public let response: URLResponse
  public let canShowMIMEType: Bool
  public let isForMainFrame: Bool

  init(_ response: URLResponse, canShow: Bool, isForMainFrame: Bool) {
    self.response = response
    canShowMIMEType = canShow
    self.isForMainFrame = isForMainFrame
  }
}

/// Optional at Apple; the standard answers stand below.
@MainActor
public protocol WKNavigationDelegate: AnyObject {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
    -> WKNavigationResponsePolicy
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
}
