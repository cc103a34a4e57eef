/// Where a value may rest on the device: the columns of the storage map.
public enum StoragePlace: String, Sendable, Hashable, CaseIterable {
  /// Keychain, keystore or sealed files.
  case secretStore
  /// Sealed rows in the record database.
  case sealedRecords
  /// A readable file of settings: `UserDefaults` and its like.
  case preferences
  /// A cache on disk, excluded from backup.
  case diskCache
  /// A cache in memory only.
  case memoryCache
  /// Never at rest: used and discarded.
  case nowhere
}
