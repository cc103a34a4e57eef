/// Something that carried the app's picture away, or tried to.
public enum ScreenIncident: Sendable, Hashable {
  /// - Parameter ofContent: whether content was on the screen; else the picture shows the cover.
  case screenshot(ofContent: Bool)
  /// Recording or mirroring began, or was under way when the app first looked.
  /// - Parameter ofContent: whether content was on the screen at that moment; the cover may come a moment later.
  case captureBegan(ofContent: Bool)
}
