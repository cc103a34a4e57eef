/// How far a scene is from the person. Source: Apple, UIScene.ActivationState.
public enum SceneActivity: Sendable, Hashable, CaseIterable {
  /// Not heard of yet, or the system says something new. Content is never shown then.
  case unknown
  case background
  /// On the screen, but not used: on the way in or out, or under the Control Centre.
  case inactive
  case active

  /// Whether anybody may see the scene as it is now, and not the system's picture of it.
  var isInForeground: Bool { self == .inactive || self == .active }
}
