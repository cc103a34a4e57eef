#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A wipe target for passwords and certificates that `URLSession` remembers.
///
/// Source: https://developer.apple.com/documentation/foundation/urlcredentialstorage
public struct CredentialWipe: WipeTarget {
  public let name: WipeTargetName
  private let storage: URLCredentialStorage

  public init(name: WipeTargetName, storage: URLCredentialStorage) {
    self.name = name
    self.storage = storage
  }

  public var kind: UserDataKind { .credentials }

  public func destroyKeys(_ scope: WipeScope) {}

  public func erase(_ scope: WipeScope) {
    for (space, credentials) in storage.allCredentials {
      for credential in credentials.values { storage.remove(credential, for: space) }
    }
  }

  public func remains(_ scope: WipeScope) -> [WipeRemnant] {
    let count = storage.allCredentials.values.reduce(0) { $0 + $1.count }
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
