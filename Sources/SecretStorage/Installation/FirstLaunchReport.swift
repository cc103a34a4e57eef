/// What the first step of a start found and removed.
public struct FirstLaunchReport: Sendable, Hashable {
  public let state: InstallationState
  /// The secrets of an earlier installation that were removed, sorted.
  public let removed: [SecretName]
  /// How many items of older libraries were removed.
  public let removedLegacyItems: Int
  /// How many items of the store's place were removed whose accounts are no ``SecretName``.
  public let removedStrays: Int

  public init(
    state: InstallationState, removed: [SecretName] = [], removedLegacyItems: Int = 0, removedStrays: Int = 0
  ) {
    self.state = state
    self.removed = removed
    self.removedLegacyItems = removedLegacyItems
    self.removedStrays = removedStrays
  }
}
