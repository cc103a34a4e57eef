#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A wipe target for the responses that `URLSession` kept.
///
/// The cache cannot be listed: what is read back is its use of memory, and whether the requests that you name are
/// still answered from it. On Apple systems its database lies in `Library/Caches/<bundle id>`; erase that folder with
/// a ``FolderWipe`` too.
/// Source: https://developer.apple.com/documentation/foundation/urlcache
public struct URLCacheWipe: WipeTarget {
  public let name: WipeTargetName
  private let cache: URLCache
  private let probes: [URLRequest]

  /// - Parameter probes: requests whose answers must not be found afterwards.
  public init(name: WipeTargetName, cache: URLCache, probes: [URLRequest] = []) {
    self.name = name
    self.cache = cache
    self.probes = probes
  }

  public var kind: UserDataKind { .urlCaches }

  public func destroyKeys(_ scope: WipeScope) {}

  public func erase(_ scope: WipeScope) { cache.removeAllCachedResponses() }

  public func remains(_ scope: WipeScope) -> [WipeRemnant] {
    let answered = probes.filter { cache.cachedResponse(for: $0) != nil }.count
    let count = max(answered, cache.currentMemoryUsage > 0 ? 1 : 0)
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
