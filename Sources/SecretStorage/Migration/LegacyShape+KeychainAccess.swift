/// KeychainAccess (kishikawakatsumi), as of 4.2.2.
///
/// Account: the key as the app wrote it. Value: the bytes, or the UTF-8 of the text. Its queries match synchronizable
/// items too, never name the access class, and on macOS use the older keychain, since it never asks for the other.
/// Source: Lib/KeychainAccess/Keychain.swift, `Options.query()` and the initializers.
extension LegacyShape {
  /// What `Keychain(service:accessGroup:)` wrote; `Keychain()` uses the bundle identifier as the service.
  public static func keychainAccess(service: String, accessGroup: String? = nil) -> LegacyShape {
    var shape = LegacyShape(.keychainAccess)
    shape.service = service
    shape.accessGroup = accessGroup
    shape.synchronization = .either
    shape.usesDataProtectionKeychain = false
    return shape
  }

  /// What `Keychain(server:protocolType:)` wrote: an internet password under the URL's host and port.
  ///
  /// - Parameters:
  ///   - port: nil when the URL named none; the library then wrote none.
  ///   - networkProtocol: the four-character code of `kSecAttrProtocol…`, such as `htps`.
  ///   - authenticationType: the four-character code of `kSecAttrAuthenticationType…`; `dflt` unless the app chose.
  public static func keychainAccess(
    server: String, port: Int? = nil, networkProtocol: String = "htps", authenticationType: String = "dflt",
    accessGroup: String? = nil
  ) -> LegacyShape {
    var shape = LegacyShape(.keychainAccess)
    shape.itemClass = .internetPassword
    shape.server = server
    shape.port = port
    shape.networkProtocol = networkProtocol
    shape.authenticationType = authenticationType
    shape.accessGroup = accessGroup
    shape.synchronization = .either
    shape.usesDataProtectionKeychain = false
    return shape
  }
}
