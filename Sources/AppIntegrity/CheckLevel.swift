/// How much one check looks at. Every strong probe that stands for the process itself belongs to both.
public enum CheckLevel: String, Sendable, Hashable, CaseIterable {
  /// For every few seconds and around sensitive calls: meant to end within 1 ms.
  case light
  /// At the start, at a return to the foreground and before a session with the server: meant to end within 5 ms.
  case full
}
