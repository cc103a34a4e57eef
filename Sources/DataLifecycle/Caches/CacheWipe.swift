/// A wipe target for a cache folder: its key first, then its files.
///
/// With the key in the Keychain this is cryptographic erasure. It needs no open cache: a wipe is carried on before
/// any cache may be opened; a cache that is open refuses from the moment the wipe began.
public struct CacheWipe: WipeTarget {
  public let name: WipeTargetName
  private let keys: any CacheKeys
  private let files: FolderWipe
  private let memory: [any PressureRelief]

  /// - Parameter memory: caches in memory to empty as well.
  public init(name: WipeTargetName, folder: String, keys: any CacheKeys, memory: [any PressureRelief] = []) {
    self.name = name
    self.keys = keys
    self.memory = memory
    files = FolderWipe(name: name, kind: .caches, folder: folder)
  }

  public var kind: UserDataKind { .caches }

  public func destroyKeys(_ scope: WipeScope) async throws(LifecycleError) {
    for cache in memory { cache.relieve(.termination) }
    try await keys.destroy()
  }

  public func erase(_ scope: WipeScope) throws(LifecycleError) { try files.erase(scope) }

  public func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    let key = try await keys.load() == nil ? [] : [WipeRemnant(count: 1)]
    return try key + files.remains(scope)
  }
}
