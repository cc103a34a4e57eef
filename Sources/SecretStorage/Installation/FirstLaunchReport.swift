/// What the first step of a start found and removed.
public struct FirstLaunchReport: Sendable, Hashable {
  public let state: InstallationState
  /// The secrets of an earlier installation that were removed, sorted.
  public let removed: [SecretName]
  /// How many items of older libraries were removed.
  public let removedLegacyItems: Int

  public init(state: InstallationState, removed: [SecretName] = [], removedLegacyItems: Int = 0) {
    self.state = state
    self.removed = removed
    self.removedLegacyItems = removedLegacyItems
  }
}
