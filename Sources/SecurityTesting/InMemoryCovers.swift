public import ScreenPrivacy

/// Covers that hide nothing and remember what they were told. For tests.
@MainActor
public final class InMemoryCovers: SceneCovers {
  /// What lies over each scene now.
  public private(set) var covered: [SceneName: CoverReason] = [:]
  /// Scenes over which nothing can be laid.
  public var refusing: Set<SceneName> = []

  /// Nothing is covered yet.
  public init() {}

  public func cover(_ scene: SceneName, because reason: CoverReason) {
    if !refusing.contains(scene) { covered[scene] = reason }
  }

  public func uncover(_ scene: SceneName) { covered[scene] = nil }

  public func reason(of scene: SceneName) -> CoverReason? { covered[scene] }
}
