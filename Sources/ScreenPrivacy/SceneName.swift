/// Which scene of the app: a name that the system gives and that stays the same while the scene lives.
public struct SceneName: Sendable, Hashable {
  public let text: String

  public init(_ text: String) { self.text = text }
}
