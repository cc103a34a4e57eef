import WebContent
import WebKit

extension WebContentRules {
  /// A configuration of WebKit that says what these rules say. What is not named here has WebKit's default, which for
  /// the two private switches about files is off.
  @MainActor
  func configuration(
    watched contents: WatchedContentController,
    onMessage: @escaping @MainActor (Result<BridgeMessage, WebContentError>) -> Void
  ) -> WKWebViewConfiguration {
    // O.Arch_8#855
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.defaultWebpagePreferences.allowsContentJavaScript = runsJavaScript
    configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
    configuration.preferences.isFraudulentWebsiteWarningEnabled = true
    configuration.mediaTypesRequiringUserActionForPlayback = .all
    configuration.allowsAirPlayForMediaPlayback = false
    #if canImport(UIKit)
      configuration.allowsInlineMediaPlayback = playsMediaInline
      configuration.allowsPictureInPictureMediaPlayback = false
      configuration.dataDetectorTypes = []
    #endif
    if let userAgentSuffix { configuration.applicationNameForUserAgent = userAgentSuffix }
    configuration.userContentController = contents
    if let bridge {
      let receiver = ScriptReceiver(bridge, onMessage)
      for handler in bridge.handlers { contents.add(receiver, name: handler.name) }
    }
    return configuration
  }
}
