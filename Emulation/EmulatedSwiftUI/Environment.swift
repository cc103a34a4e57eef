/// Follows Apple: whether a scene is in front and may be touched, is in front, or is not seen.
public enum ScenePhase: Sendable, Hashable {
  case background
  case inactive
  case active
}

/// What views inherit. Left out: everything that adapters do not ask for.
public struct EnvironmentValues: Sendable {
  @TaskLocal static var current = EnvironmentValues()

  /// Of the scene that the view is in. Apple says that outside of a scene it is `background`.
  public var scenePhase = ScenePhase.background
  /// Whether somebody records or mirrors the scene that the view is in.
  public var isSceneCaptured = false

  public init() {}
}

/// Follows Apple: it has the value of the environment that the view's body is asked in.
@propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }

  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}
