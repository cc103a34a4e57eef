import Foundation
public import Redaction
public import SecretStorage

/// Secrets that an older app kept in `UserDefaults`, for `PreferencesLegacySource` and `SecretMigration`.
///
/// Reads one domain and nothing of what the system adds from others. Text is handed over in UTF-8, data as it is;
/// numbers, lists and dictionaries are not read.
/// - Removal takes the value out of the domain's file. Does not reach: copies in backups, the `CFPreferences` cache of
///   the system, values that were synchronised elsewhere.
/// - Before the first unlock since the start of the device the system shows the domain empty: nothing is then moved and
///   nothing is lost.
///
/// Source: https://developer.apple.com/documentation/foundation/userdefaults; MASVS-STORAGE-1; CWE-312.
public struct LegacyUserDefaults: LegacyPreferences {
  private let domain: String

  /// - Parameter domain: the app's bundle identifier, or the name of a suite such as an app group.
  public init(domain: String) { self.domain = domain }

  public func bytes(for key: String) throws(StorageError) -> Secret? {
    switch try value(key) {
    case let data as Data:
      guard data.count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
      return Secret(count: data.count) { $0.copyBytes(from: data) }
    case let text as String:
      guard text.utf8.count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
      return Secret(copying: text.utf8)
    default: return nil
    }
  }

  /// - Throws: ``StorageError/unavailable(_:)`` when the value is still there afterwards: a profile of the device's
  ///   management may have set it.
  public func remove(_ key: String) throws(StorageError) {
    let defaults = try defaults()
    defaults.removeObject(forKey: key)
    // Waits for the system to have it: a migration must not report what a crash could take back.
    _ = defaults.synchronize()
    guard try value(key) == nil else { throw .unavailable(0) }
  }

  private func value(_ key: String) throws(StorageError) -> Any? {
    try defaults().persistentDomain(forName: domain)?[key]
  }

  private func defaults() throws(StorageError) -> UserDefaults {
    // The app's own domain is not a suite: asked for by name the system refuses it.
    if domain == Bundle.main.bundleIdentifier { return .standard }
    guard let suite = UserDefaults(suiteName: domain) else { throw .unavailable(0) }
    return suite
  }
}
