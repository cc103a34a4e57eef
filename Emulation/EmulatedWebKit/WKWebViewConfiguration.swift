public import Foundation

@MainActor
open class WKWebViewConfiguration: NSObject {
  open var websiteDataStore = WKWebsiteDataStore.default()
  open var userContentController = WKUserContentController()
  open var preferences = WKPreferences()
  open var defaultWebpagePreferences: WKWebpagePreferences = WKWebpagePreferences()
  open var allowsInlineMediaPlayback = false
  open var allowsAirPlayForMediaPlayback = true
  open var allowsPictureInPictureMediaPlayback = true
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
  open var dataDetectorTypes: WKDataDetectorTypes = []
  open var applicationNameForUserAgent: String?
}

@MainActor
open class WKPreferences: NSObject {
  open var javaScriptCanOpenWindowsAutomatically = false
  open var isFraudulentWebsiteWarningEnabled = true
  open var isElementFullscreenEnabled = false
}

@MainActor
open class WKWebpagePreferences: NSObject {
  open var allowsContentJavaScript = true
}

/// The numbers are Apple's.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var all: WKAudiovisualMediaTypes { .init(rawValue: .max) }
}

/// The numbers are Apple's.
public struct WKDataDetectorTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
