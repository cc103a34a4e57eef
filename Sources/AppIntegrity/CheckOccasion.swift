/// Why a check was made.
public enum CheckOccasion: String, Sendable, Hashable, CaseIterable {
  case start, foreground, session
  /// The drawn moment came.
  case drawn
}
