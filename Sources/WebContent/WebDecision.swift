/// What becomes of a page that wants to be loaded.
public enum WebDecision: Sendable, Hashable {
  case allow
  case cancel(WebRefusal)
  /// Do not load it here; the system may show it in another app.
  case openOutside
}
