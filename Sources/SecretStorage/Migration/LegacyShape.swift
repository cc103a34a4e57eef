/// Where an older library put its keychain items: the attributes to search by, as a value.
///
/// An adapter turns it into a query; an attribute that is nil is not part of it. Nothing here is secret.
public struct LegacyShape: Sendable, Hashable {
  /// `kSecClass`.
  public enum ItemClass: String, Sendable, Hashable, CaseIterable { case genericPassword, internetPassword }

  /// `kSecAttrSynchronizable`: whether items of iCloud Keychain match. Erasing one erases it on all devices.
  public enum Synchronization: String, Sendable, Hashable, CaseIterable { case no, yes, either }

  public let library: LegacyLibrary
  public var itemClass: ItemClass = .genericPassword
  /// `kSecAttrService`, of a generic password.
  public var service: String?
  /// `kSecAttrServer` (a host name), of an internet password.
  public var server: String?
  /// `kSecAttrPort`, of an internet password.
  public var port: Int?
  /// `kSecAttrProtocol`: a four-character code such as `htps`.
  public var networkProtocol: String?
  /// `kSecAttrAuthenticationType`: a four-character code such as `dflt`.
  public var authenticationType: String?
  /// `kSecAttrAccessGroup`, with its prefix. Nil searches all groups that the app may see.
  public var accessGroup: String?
  public var synchronization: Synchronization = .no
  /// `kSecUseDataProtectionKeychain`; it matters on macOS only, where there are two keychains.
  public var usesDataProtectionKeychain = true
  /// Whether reading asks the owner. Such items are read one by one, from a screen that may ask.
  public var asksOwner = false
  /// Accounts that the library wrote for itself and that hold no value of the app.
  public var ownAccounts: Set<String> = []

  init(_ library: LegacyLibrary) { self.library = library }

  /// Items that the app wrote with its own calls.
  ///
  /// - Parameter usesDataProtectionKeychain: whether the app said so; on macOS the other keychain is the standard.
  public static func plain(
    service: String, accessGroup: String? = nil, synchronization: Synchronization = .no,
    usesDataProtectionKeychain: Bool = true
  ) -> LegacyShape {
    var shape = LegacyShape(.plainKeychain)
    shape.service = service
    shape.accessGroup = accessGroup
    shape.synchronization = synchronization
    shape.usesDataProtectionKeychain = usesDataProtectionKeychain
    return shape
  }
}
