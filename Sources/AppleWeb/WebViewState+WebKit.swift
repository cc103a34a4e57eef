public import WebContent
public import WebKit

extension WebViewState {
  /// What WebKit tells about any view. It tells neither which handlers nor which rule lists there are, nor whether a
  /// delegate decides by rules: a view that ``GuardedWebView`` did not make is unguarded, and its lists are unknown.
  @MainActor
  public init(_ view: WKWebView) {
    self.init()
    let configuration = view.configuration
    runsJavaScript = configuration.defaultWebpagePreferences.allowsContentJavaScript
    scriptsOpenWindows = configuration.preferences.javaScriptCanOpenWindowsAutomatically
    keepsData = configuration.websiteDataStore.isPersistent
    isInspectable = view.isInspectable
    previewsLinks = view.allowsLinkPreview
    playsMediaUnasked = configuration.mediaTypesRequiringUserActionForPlayback != .all
    sendsMediaElsewhere = configuration.allowsAirPlayForMediaPlayback
    warnsOfFraud = configuration.preferences.isFraudulentWebsiteWarningEnabled
    #if canImport(UIKit)
      playsMediaInline = configuration.allowsInlineMediaPlayback
      sendsMediaElsewhere = sendsMediaElsewhere || configuration.allowsPictureInPictureMediaPlayback
      linksData = !configuration.dataDetectorTypes.isEmpty
    #endif
    isGuarded = false
    filtersParts = nil
  }
}
