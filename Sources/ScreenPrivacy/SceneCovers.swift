/// What can be laid over a scene: a window on iOS. Called on the main thread, which draws.
@MainActor
public protocol SceneCovers: AnyObject {
  /// Lays the cover over everything in the scene, or changes the reason of the one that is there and brings it to the
  /// front. It is there when this returns, not animated.
  func cover(_ scene: SceneName, because reason: CoverReason)
  /// Takes the cover away; nothing where there is none.
  func uncover(_ scene: SceneName)
  /// Why the scene is covered, as the covers themselves know it; nil when no cover is there.
  func reason(of scene: SceneName) -> CoverReason?
}
