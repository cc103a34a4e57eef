/// What pages that the app shows may do. Without origins the app shows no web content: nothing here is on by default.
///
/// - Protects against: pages from elsewhere in the app's web views, scripts and messages that nobody asked for, links
///   that lead into other apps.
/// - Does not protect against: what an allowed page does with what is typed there; web views do not heed pins.
///
/// Source: BSI TR-03161-1 O.Arch_8, O.Plat_8, O.Plat_10; MASVS-PLATFORM-2.
public struct WebContentRequirement: Sendable, Hashable {
  /// The most entries of ``origins``.
  public static let mostOrigins = 64

  /// What becomes of a link that the user taps and that leads to another site.
  public enum ForeignLinks: String, Sendable, Hashable, CaseIterable {
    case refuse
    /// Hand it to the system's browser.
    case openOutside
  }

  /// What may be handed to another app at all. `tel` and `sms` ask the user before they act.
  public enum OutsideScheme: String, Sendable, Hashable, CaseIterable { case mailto, tel, sms }

  /// `https://host`, `https://*.host` for one more label, or either with a port. None: no page is shown.
  public var origins: [String] = []
  /// Whether pages run scripts.
  public var javaScript = false
  /// Whether named handlers may take messages of pages; only with ``javaScript``.
  public var bridge = false
  public var foreignLinks: ForeignLinks = .refuse
  /// For links that the user taps.
  public var outsideSchemes: [OutsideScheme] = []
  /// Whether video may play inside the page.
  public var inlineMedia = false

  public init() {}
}
