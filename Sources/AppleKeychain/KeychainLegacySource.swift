import Foundation
import LocalAuthentication
public import Redaction
public import SecretStorage
import Security

/// The keychain items that KeychainAccess, Valet or the app's own calls left behind, for `SecretMigration`.
///
/// Sees only what the shapes describe, and all of that, whoever wrote it: of a service under which the app's own store
/// keeps secrets `SecretMigration` moves none of those. Listing asks nobody. Erasing an item of iCloud Keychain erases
/// it on all the owner's devices. Archives are handed over as they lie there.
/// Source: Apple, "Searching for keychain items"; Apple TN3137.
public actor KeychainLegacySource: LegacySource {
  public nonisolated let shapes: [LegacyShape]
  private let isAsking: Bool
  private let context: LAContext
  private let queue: BlockingQueue

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// - Parameter reason: what the owner reads in the prompt, for shapes that ask; nil: such items are refused with
  ///   `StorageError.interactionNotAllowed`.
  public init(_ shapes: [LegacyShape], asking reason: String? = nil) {
    self.shapes = shapes
    isAsking = reason != nil
    let context = LAContext()
    if let reason { context.localizedReason = reason } else { context.interactionNotAllowed = true }
    self.context = context
    queue = BlockingQueue("legacy keychain")
  }

  public func items() throws(StorageError) -> [LegacyItem] {
    var items: [LegacyItem] = []
    let silent = LAContext()
    silent.interactionNotAllowed = true
    for shape in shapes {
      var query = identity(of: shape)
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      query[kSecReturnAttributes as String] = true
      query[kSecUseAuthenticationContext as String] = silent
      var result: CFTypeRef?
      let status = KeychainStatus(SecItemCopyMatching(query as CFDictionary, &result))
      if status == .itemNotFound { continue }
      guard status == .success else { throw status.error }
      guard let found = result as? [[String: Any]] else { throw .notReadable(status.code) }
      let accounts = found.compactMap { $0[kSecAttrAccount as String] as? String }
      items += Set(accounts).subtracting(shape.ownAccounts).sorted().map { LegacyItem(shape, account: $0) }
    }
    return items
  }

  public func read(_ item: LegacyItem) throws(StorageError) -> Secret? {
    var query = identity(of: item.shape)
    query[kSecAttrAccount as String] = item.account
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnData as String] = true
    query[kSecUseAuthenticationContext as String] = context
    var result: CFTypeRef?
    let status = KeychainStatus(SecItemCopyMatching(query as CFDictionary, &result))
    switch status {
    case .itemNotFound: return nil
    case .interactionNotAllowed: throw status.resolved(deviceIsLocked: !item.shape.asksOwner || isAsking)
    case .success: break
    default: throw status.error
    }
    guard let data = result as? Data else { throw .notReadable(status.code) }
    guard data.count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
    return Secret(count: data.count) { $0.copyBytes(from: data) }
  }

  public func erase(_ item: LegacyItem) throws(StorageError) {
    var query = identity(of: item.shape)
    query[kSecAttrAccount as String] = item.account
    let status = KeychainStatus(SecItemDelete(query as CFDictionary))
    guard status == .success || status == .itemNotFound else { throw status.error }
  }

  private func identity(of shape: LegacyShape) -> [String: Any] {
    var query: [String: Any] = [:]
    switch shape.itemClass {
    case .genericPassword: query[kSecClass as String] = kSecClassGenericPassword
    case .internetPassword: query[kSecClass as String] = kSecClassInternetPassword
    }
    switch shape.synchronization {
    case .no: query[kSecAttrSynchronizable as String] = false
    case .yes: query[kSecAttrSynchronizable as String] = true
    case .either: query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
    }
    query[kSecAttrService as String] = shape.service
    query[kSecAttrServer as String] = shape.server
    query[kSecAttrPort as String] = shape.port
    query[kSecAttrProtocol as String] = shape.networkProtocol
    query[kSecAttrAuthenticationType as String] = shape.authenticationType
    query[kSecAttrAccessGroup as String] = shape.accessGroup
    // Without the key macOS searches its older, file-based keychain: where such libraries wrote.
    if shape.usesDataProtectionKeychain { query[kSecUseDataProtectionKeychain as String] = true }
    return query
  }
}
