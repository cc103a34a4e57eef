/// How data rests on the device. Protects against whoever holds the device or its backup.
public struct StorageRequirement: Sendable, Hashable {
  /// When a secret may be read, in Apple's words; the default never leaves the device.
  public enum Accessibility: String, Sendable, Hashable, CaseIterable {
    case whenPasscodeSetThisDeviceOnly, whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly
    /// Travels in backups and to other devices: an environment `prod` refuses it.
    case insecureMigratingWhenUnlocked, insecureMigratingAfterFirstUnlock

    public var isInsecure: Bool { rawValue.hasPrefix("insecure") }
  }

  public var accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly
  /// How long an API response may stay in the cache.
  public var apiCache: Duration = .seconds(3600)
  /// How long an image may stay in the cache; the least recently used one leaves first.
  public var imageCache: Duration = .seconds(7 * 86400)
  /// Objects that the in-memory cache holds at most.
  public var memoryCacheObjects: Int = 100
  /// Where each data type may rest.
  public var places = StorageMap()

  public init() {}
}
