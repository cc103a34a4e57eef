/// Who wrote an old item.
public enum LegacyLibrary: String, Sendable, Hashable, CaseIterable {
  case keychainAccess, valet
  /// The app's own calls to `SecItemAdd`.
  case plainKeychain
  /// A readable settings file: `UserDefaults` and its like.
  case preferences
}
