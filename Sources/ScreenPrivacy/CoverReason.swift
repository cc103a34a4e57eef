/// Why the content of a scene is covered. A cover may say so; the first that applies is named.
public enum CoverReason: Sendable, Hashable, CaseIterable {
  /// The scene's display or activity is not known.
  case unknown
  /// The scene is on another display.
  case externalDisplay
  case captured
  /// The system does not say whether it records.
  case captureUnknown
  /// The scene is in the background, or not used at this moment.
  case inactive
  /// The app has not said yet that its content may be seen: it asks whether the session is locked.
  case unprepared
}
