/// What ``ScreenGuard`` wants done, in this order, on the main thread.
public enum ScreenEffect: Sendable, Hashable {
  /// Put the cover over everything in the scene, before this call returns and without animation: the system may take its
  /// picture right after. Over a cover that is there it changes the reason, and brings it to the front again.
  case cover(SceneName, CoverReason)
  case uncover(SceneName)
  /// Let the app ask what may be shown (is the session locked?) and put it on the screen, under the cover; then tell
  /// ``SceneEvent/prepared(round:)``.
  case prepare(SceneName, round: Int)
  /// Tell the person.
  case warn(ScreenIncident)
  /// Keep it for the next report.
  case report(ScreenIncident)
  /// Lock the session.
  case lock
  /// Remove what the app put on the pasteboard.
  case clearPasteboard
}
