/// A page that wants to be loaded, as far as the decision depends on it.
public struct WebNavigation: Sendable, Hashable {
  /// Where it is to be shown.
  public enum Target: Sendable, Hashable {
    case mainFrame
    /// A frame inside the page.
    case subframe
    /// A window that does not exist yet.
    case newWindow
  }

  public var address: String
  public var target: Target
  /// Whether the user tapped a link. Pages can claim it (a script may click a link), so it opens no door into the app.
  public var isTapped: Bool
  /// Whether a server sent the browser here.
  public var isRedirect: Bool
  /// Whether the result is to be kept as a file.
  public var isDownload: Bool

  public init(
    _ address: String, target: Target = .mainFrame, isTapped: Bool = false, isRedirect: Bool = false,
    isDownload: Bool = false
  ) {
    self.address = address
    self.target = target
    self.isTapped = isTapped
    self.isRedirect = isRedirect
    self.isDownload = isDownload
  }
}
