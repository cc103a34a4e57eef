public import Redaction

/// Secrets that an older app put into preferences, under keys that the app names.
///
/// Settings lie readable in a file and in every backup: moving a token does not take back the copies that were made
/// of it. Let the server end sessions that were kept this way.
public struct PreferencesLegacySource: LegacySource {
  private let preferences: any LegacyPreferences
  private let keys: [String]

  /// - Parameter keys: the preferences that hold secrets; all others are left alone.
  public init(_ preferences: any LegacyPreferences, keys: [String]) {
    self.preferences = preferences
    self.keys = keys
  }

  public func items() async throws(StorageError) -> [LegacyItem] {
    var items: [LegacyItem] = []
    for key in keys {
      if let bytes = try await preferences.bytes(for: key) {
        _ = consume bytes
        items.append(LegacyItem(LegacyShape(.preferences), account: key))
      }
    }
    return items
  }

  public func read(_ item: LegacyItem) async throws(StorageError) -> Secret? {
    guard keys.contains(item.account) else { return nil }
    return try await preferences.bytes(for: item.account)
  }

  public func erase(_ item: LegacyItem) async throws(StorageError) {
    guard keys.contains(item.account) else { return }
    try await preferences.remove(item.account)
  }
}
