public import Foundation

@MainActor
open class WKWindowFeatures: NSObject {}

/// The numbers are Apple's.
public enum WKPermissionDecision: Int, Sendable {
  case prompt = 0
  case grant = 1
  case deny = 2
}

/// The numbers are Apple's.
public enum WKMediaCaptureType: Int, Sendable {
  case camera = 0
  case microphone = 1
  case cameraAndMicrophone = 2
}

/// Optional at Apple.
@MainActor
public protocol WKUIDelegate: AnyObject {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
    type: WKMediaCaptureType
  ) async -> WKPermissionDecision
  func webView(
    _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
  )
}
