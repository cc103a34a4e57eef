/// What the secret store says about the installation.
public enum StoreTrace: Sendable, Hashable {
  /// - Parameters:
  ///   - marker: nil when there is none.
  ///   - leftovers: whether the store, or the place of an older library, holds anything else that a reinstall should
  ///     not find.
  case readable(marker: InstallationMarker?, leftovers: Bool)
  /// The store cannot be read before the device is unlocked.
  case locked
}
