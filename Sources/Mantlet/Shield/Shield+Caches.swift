import DataLifecycle
import Redaction
import SecretStorage
import SecurityPolicy

/// Caches and settings: as long and as large as the policy says, in the place that its storage map names.
///
/// Each call gives the same object until a logout or a change of account ends it. From then on it refuses: reads find
/// nothing, writes throw `LifecycleError.wipePending` or keep nothing, so that nothing of one account is written for
/// the next. Ask again after them. Signing in where nobody was signed in ends nothing: like records, what lies here
/// becomes that person's. While the session is locked no cache is given out; settings are.
extension Shield {
  /// Answers of the server that tell nothing about anybody, for an hour unless the policy says otherwise; in memory, or
  /// sealed on disk where the storage map puts them there.
  ///
  /// - Throws: ``ShieldError/lifecycle(_:)``, also while a wipe is pending; ``ShieldError/notProvided(_:)`` when the map
  ///   says disk and the adapters name no folder.
  public func responseCache() async throws(ShieldError) -> ResponseCache {
    try await requireReadable()
    if gate.current != nil, let open = stores.caches.handle(.responses) as? ResponseCache { return open }
    await turn.take()
    defer { turn.end() }
    let keys = try await cacheKeys(StoredCacheKeys.responses)
    if let open = stores.caches.handle(.responses) as? ResponseCache { return open }
    let folder = try cacheFolder(.apiResponse, "/responses")
    let cache: ResponseCache
    do {
      cache = try await ResponseCache.open(
        slice.storage, folder: folder, keys: keys, access: access, now: now(), random: SystemRandomNumberGenerator())
    } catch {
      throw .lifecycle(error)
    }
    stores.caches.keep(cache, in: .responses, access, relieve: cache.relieve) { _ = cache.count }
    return cache
  }

  /// Images for seven days unless the policy says otherwise, sealed on disk; the least recently used one leaves first.
  /// The images of one app are of one type.
  ///
  /// - Throws: as ``responseCache()``; ``ShieldError/otherImageType`` when images of another type are open.
  public func imageCache<Image: CacheableValue>(
    of type: Image.Type = Image.self
  ) async throws(ShieldError) -> ImageCache<Image> {
    try await requireReadable()
    if gate.current != nil, let open: ImageCache<Image> = try openImages() { return open }
    await turn.take()
    defer { turn.end() }
    let keys = try await cacheKeys(StoredCacheKeys.images)
    if let open: ImageCache<Image> = try openImages() { return open }
    let folder = try cacheFolder(.image, "/images")
    let cache: ImageCache<Image>
    do {
      cache = try await ImageCache.open(
        slice.storage, folder: folder, keys: keys, access: access, now: now(), random: SystemRandomNumberGenerator())
    } catch {
      throw .lifecycle(error)
    }
    stores.caches.keep(cache, in: .images, access, relieve: cache.relieve) { _ = cache.count }
    return cache
  }

  /// Objects in memory, at most as many as the policy says (100) for each pair of types.
  ///
  /// - Throws: ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func memoryCache<Key: Hashable & Sendable, Value: NonSensitiveValue & Sendable>(
    of type: Value.Type = Value.self, by key: Key.Type = Key.self
  ) async throws(ShieldError) -> MemoryCache<Key, Value> {
    try await requireReadable()
    try await admit()
    let slot = OpenCaches.Slot.memory(ObjectIdentifier(MemoryCache<Key, Value>.self))
    if let open = stores.caches.handle(slot) as? MemoryCache<Key, Value> { return open }
    let cache = MemoryCache<Key, Value>(slice.storage, access: access)
    stores.caches.keep(cache, in: slot, access, relieve: cache.relieve) { _ = cache.count }
    return cache
  }

  /// Settings that tell nothing about anybody, in a readable place; they go with the account that made them.
  ///
  /// - Throws: ``ShieldError/lifecycle(_:)`` while a wipe is pending; ``ShieldError/notProvided(_:)`` when the adapters
  ///   name no store of preferences.
  public func preferences() async throws(ShieldError) -> Preferences {
    try await admit()
    guard let store = adapters.preferences else { throw .notProvided(.preferences) }
    let open = stores.caches.handle(.preferences) as? GatedPreferences
    let gated = open ?? GatedPreferences(store, access)
    if open == nil { stores.caches.keep(gated, in: .preferences, access, settle: gated.settle) }
    return Preferences(store: gated, map: slice.storage.places, access: access)
  }

  /// Empties the caches in memory that are open then; for whatever tells the app about memory pressure and its end. The
  /// shield on Apple's systems listens by itself.
  public nonisolated var pressureRelief: any PressureRelief { stores.caches }

  /// Called in the shield's turn, so no wipe begins before the cache is open and known.
  func cacheKeys(_ name: SecretName) async throws(ShieldError) -> StoredCacheKeys {
    if gate.current == nil { try await openAccount() }
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    return StoredCacheKeys(
      store: GatedSecrets(gate: gate, generation: generation), access: AccessRequirement(slice.storage), name: name)
  }

  private func openImages<Image: CacheableValue>() throws(ShieldError) -> ImageCache<Image>? {
    guard let open = stores.caches.handle(.images) else { return nil }
    // Two caches on one folder would take each other's images for foreign files.
    guard let images = open as? ImageCache<Image> else { throw .otherImageType }
    return images
  }

  private func cacheFolder(_ type: DataType, _ name: String) throws(ShieldError) -> String {
    guard slice.storage.places.place(of: type) == .diskCache else { return "" }
    guard let folder = adapters.cacheFolder else { throw .notProvided(.caches) }
    do { try CacheFolder.make(folder) } catch { throw .lifecycle(error) }
    return folder + name
  }
}
