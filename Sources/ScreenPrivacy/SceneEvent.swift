/// What the system tells about one scene, in the words of its life cycle.
///
/// Events that come with a ``CaptureState`` carry the state that was read at that moment: a capture that was under way
/// before the app looked is announced by nobody.
public enum SceneEvent: Sendable, Hashable {
  case connected(SceneDisplay, SceneActivity, CaptureState)
  case enteringForeground(CaptureState)
  case activated(CaptureState)
  /// The scene is about to become inactive.
  case deactivating
  /// The system takes its picture for the app switcher when whoever hears this returns.
  case enteredBackground
  case captureChanged(CaptureState)
  /// The app has done what it does before content may be seen, in answer to ``ScreenEffect/prepare(_:round:)``.
  case prepared(round: Int)
  case disconnected
}
