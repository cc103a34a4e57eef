#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A wipe target for the cookies of `URLSession`.
///
/// Does not reach the cookies of web views: `WKWebsiteDataStore` keeps its own.
/// Source: https://developer.apple.com/documentation/foundation/httpcookiestorage
public struct CookieWipe: WipeTarget {
  public let name: WipeTargetName
  private let storage: HTTPCookieStorage

  public init(name: WipeTargetName, storage: HTTPCookieStorage) {
    self.name = name
    self.storage = storage
  }

  public var kind: UserDataKind { .cookies }

  public func destroyKeys(_ scope: WipeScope) {}

  public func erase(_ scope: WipeScope) {
    for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
  }

  public func remains(_ scope: WipeScope) -> [WipeRemnant] {
    let count = storage.cookies?.count ?? 0
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
