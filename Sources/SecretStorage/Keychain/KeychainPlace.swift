/// Which part of the keychain a store works in. Everything outside of it is neither read nor changed.
public struct KeychainPlace: Sendable, Hashable {
  /// Which items a query touches, by whether they travel through iCloud Keychain.
  public enum Synchronization: Sendable, Hashable {
    /// Only items that stay on this device: what this store writes.
    case deviceOnly
    /// Those of iCloud Keychain too. Deleting then deletes on all the owner's devices.
    case everywhere
  }

  /// The attribute that tells our items from those of other code in the same app.
  public let service: String
  /// The keychain access group, with its team prefix; nil: the app's first one.
  public let accessGroup: String?
  public let synchronization: Synchronization

  /// - Parameters:
  ///   - service: our own constant word, which no other code of the app uses: not the bundle identifier, under which
  ///     other libraries keep their items. Changing it makes old items unreachable.
  ///   - accessGroup: needed when an app extension shares the items.
  public init(service: String, accessGroup: String? = nil, synchronization: Synchronization = .deviceOnly) {
    self.service = service
    self.accessGroup = accessGroup
    self.synchronization = synchronization
  }
}
