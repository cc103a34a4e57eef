/// What a keychain query says something about: the keys of the dictionary that Apple's keychain takes.
///
/// One case per `kSec…` key in use; the adapter for Apple platforms translates each case and knows no other.
/// Source: Apple, "Item attribute keys and values", "Search attribute keys and values".
public enum KeychainAttribute: String, Sendable, Hashable, CaseIterable {
  /// `kSecClass`
  case itemClass
  /// `kSecAttrService`: whose items these are.
  case service
  /// `kSecAttrAccount`: which of them.
  case account
  /// `kSecAttrAccessGroup`: which apps of the same developer share it.
  case accessGroup
  /// `kSecAttrAccessible`: when it may be read. Never together with ``accessControl``.
  case accessible
  /// `kSecAttrAccessControl`: when, and with whom present. Never together with ``accessible``.
  case accessControl
  /// `kSecAttrSynchronizable`: whether it travels through iCloud Keychain.
  case synchronizable
  /// `kSecUseDataProtectionKeychain`: on macOS the keychain that works as on iOS, not the file-based one.
  case dataProtectionKeychain
  /// `kSecUseAuthenticationContext`: who may ask the owner.
  case authenticationContext
  /// `kSecMatchLimit`
  case matchLimit
  /// `kSecReturnData`
  case returnData
  /// `kSecReturnAttributes`
  case returnAttributes
  /// `kSecValueData`: the secret itself.
  case valueData
}
