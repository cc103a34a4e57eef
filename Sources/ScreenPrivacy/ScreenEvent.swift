/// What ``ScreenGuard`` is told.
public enum ScreenEvent: Sendable, Hashable {
  case scene(SceneName, SceneEvent)
  /// The person has taken a screenshot. The picture exists already.
  case screenshotTaken
  /// The session was locked: nothing is shown until the app has put its lock screen up.
  case sessionLocked
}
