import Foundation
public import SecretStorage
import Security

/// Items of this service that the store did not write. They are counted and removed, never read: their accounts may be
/// somebody's name.
///
/// Asynchronous like the protocol's own answers of nothing: a call that waits would take those before a method that does
/// not.
extension AppleKeychain {
  /// - Throws: `StorageError.locked` before the first unlock: never zero.
  public func strayCount() async throws(StorageError) -> Int { try strays().count }

  /// One by one, and those without an account by the empty one: a query without an account would take the secrets, too.
  public func deleteStrays() async throws(StorageError) {
    let query = KeychainQuery.deleteStray(in: place)
    for account in try strays() {
      let status = KeychainStatus(SecItemDelete(try translate.make(query.attributes, account: account)))
      guard status == .success || status == .itemNotFound else { throw status.error }
    }
  }

  /// Their accounts, text or data.
  private func strays() throws(StorageError) -> [Any] {
    var accounts: [Any] = []
    for item in try listed() {
      let account = item[kSecAttrAccount as String] ?? ("" as Any)
      if let text = account as? String, KeychainQuery.isOwn(account: text) { continue }
      accounts.append(account)
    }
    return accounts
  }
}
