import Crypto
import Foundation

/// The rows of the keychain.
struct ItemTable {
  struct Row {
    var attributes: [String: Any]
    var data: Data
    var protection: String
    var flags: SecAccessControlCreateFlags
    var enrolledSet: Int
    var key: P256.KeyAgreement.PrivateKey?
    var imported: ImportedKey?

    /// The public half, as a certificate for this key holds it.
    var publicKey: Data? { key?.publicKey.x963Representation ?? imported?.publicKey }

    /// What makes two items the same one. Apple: "errSecDuplicateItem", the composite primary keys.
    var identity: [String] {
      let isKey = attributes[kSecClass] as? String == kSecClassKey
      let tag = (attributes[kSecAttrApplicationTag] as? Data).map { $0.base64EncodedString() } ?? ""
      return [
        attributes[kSecClass] as? String ?? "", attributes[kSecAttrAccessGroup] as? String ?? "",
        attributes[kSecAttrService] as? String ?? "", attributes[kSecAttrAccount] as? String ?? "",
        attributes[kSecAttrServer] as? String ?? "", String(attributes[kSecAttrPort] as? Int ?? 0),
        attributes[kSecAttrProtocol] as? String ?? "", attributes[kSecAttrAuthenticationType] as? String ?? "",
        String(attributes[kSecAttrSynchronizable] as? Bool ?? false), tag,
        isKey ? publicKey?.base64EncodedString() ?? "" : "",
        // Apple: type, issuer and serial number; the whole certificate says as much.
        attributes[kSecClass] as? String == kSecClassCertificate ? data.base64EncodedString() : "",
      ]
    }
  }

  private(set) var rows: [Row] = []

  mutating func removeAll(where condition: (Row) -> Bool) { rows.removeAll(where: condition) }

  mutating func add(_ row: Row) -> OSStatus {
    guard !rows.contains(where: { $0.identity == row.identity }) else { return errSecDuplicateItem }
    rows.append(row)
    return errSecSuccess
  }

  mutating func replace(at index: Int, with row: Row) -> OSStatus {
    let others = rows.indices.filter { $0 != index }
    guard !others.contains(where: { rows[$0].identity == row.identity }) else { return errSecDuplicateItem }
    rows[index] = row
    return errSecSuccess
  }

  /// The rows that a query means: equal in every attribute that it names, in the groups that the app may use; those of
  /// iCloud Keychain only if the query says so.
  func matches(_ query: CFDictionary, groups: [String]) -> [Int] {
    rows.indices.filter { index in
      let attributes = rows[index].attributes
      guard let group = attributes[kSecAttrAccessGroup] as? String, groups.contains(group) else { return false }
      if query[kSecAttrSynchronizable] as? String != kSecAttrSynchronizableAny {
        let wanted = query[kSecAttrSynchronizable] as? Bool ?? false
        guard attributes[kSecAttrSynchronizable] as? Bool ?? false == wanted else { return false }
      }
      return Self.matched.allSatisfy { key in
        switch query[key] {
        case nil: true
        case let text as String: attributes[key] as? String == text
        case let data as Data: attributes[key] as? Data == data
        case let number as Int: attributes[key] as? Int == number
        default: false
        }
      }
    }
  }

  private static let matched = [
    kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup, kSecAttrAccessible, kSecAttrLabel,
    kSecAttrGeneric,
    kSecAttrServer, kSecAttrPort, kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrKeyType, kSecAttrKeyClass,
    kSecAttrKeySizeInBits, kSecAttrTokenID, kSecAttrApplicationTag,
  ]
}
