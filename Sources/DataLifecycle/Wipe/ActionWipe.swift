/// A wipe target made of closures: for web data, pasteboard, notifications, search index and whatever else an app
/// reaches through a system interface. The closures keep the promises of ``WipeTarget``.
public struct ActionWipe: WipeTarget {
  /// One step of a target.
  public typealias Action = @Sendable (WipeScope) async throws(LifecycleError) -> Void
  /// What is left, read from the medium.
  public typealias ReadBack = @Sendable (WipeScope) async throws(LifecycleError) -> [WipeRemnant]

  public let name: WipeTargetName
  public let kind: UserDataKind
  private let keys: Action?
  private let data: Action
  private let left: ReadBack

  /// - Parameter destroyKeys: nil when no key of its own seals the data.
  public init(
    name: WipeTargetName, kind: UserDataKind, destroyKeys: Action? = nil, erase: @escaping Action,
    remains: @escaping ReadBack
  ) {
    self.name = name
    self.kind = kind
    keys = destroyKeys
    data = erase
    left = remains
  }

  public func destroyKeys(_ scope: WipeScope) async throws(LifecycleError) {
    guard let keys else { return }
    try await keys(scope)
  }

  public func erase(_ scope: WipeScope) async throws(LifecycleError) { try await data(scope) }

  public func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] { try await left(scope) }
}
