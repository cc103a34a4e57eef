/// How a web view is set up right now, as far as the platform tells it.
///
/// Two switches of WebKit have no public reader (a local page that reads files, and one that reads everything); they
/// are off unless somebody writes to them by key, which a rule of the audit finds.
public struct WebViewState: Sendable, Hashable {
  public var runsJavaScript = false
  public var scriptsOpenWindows = false
  public var keepsData = false
  public var handlers: Set<String> = []
  public var isInspectable = false
  public var previewsLinks = false
  public var playsMediaInline = false
  public var playsMediaUnasked = false
  public var sendsMediaElsewhere = false
  public var warnsOfFraud = true
  public var linksData = false
  /// Whether our decision stands between the view and every page.
  public var isGuarded = true
  /// Whether every part of a page goes through a compiled rule list; nil where the platform does not tell.
  public var filtersParts: Bool?

  /// The state that no rule objects to.
  public init() {}
}
