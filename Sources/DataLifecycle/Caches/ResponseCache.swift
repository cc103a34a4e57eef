public import Foundation
public import SecurityPolicy

/// Keeps answers of the server for as long as the policy says (one hour), in the place that the storage map names.
///
/// - Only a ``CacheableValue`` fits in: bodies of sensitive types do not compile. They go through ``SensitiveBody``.
/// - In memory, or, where the policy puts them there, in a folder, sealed (AES-256-GCM) under a key of its own.
/// - Emptied on memory pressure and termination; a clock that goes back empties it too. A process that is killed is told of
///   no termination: what it left on disk, sealed, is erased when the next one opens the cache, and never read.
/// - Does not protect against: whoever reads this process's memory; an app that marks a sensitive type non-sensitive.
///
/// One process per folder. Source: BSI TR-03161-1 O.Data_5, O.Data_6; MASVS-STORAGE-2.
public final class ResponseCache: PressureRelief {
  private let shelf: CacheShelf

  private init(_ shelf: CacheShelf) { self.shelf = shelf }

  /// - Parameters:
  ///   - folder: used when the map puts responses on disk; made with mode 0700, its parent must exist.
  ///   - byteBudget: bytes at most, seals included; the least recently used answer leaves first.
  /// - Throws: ``LifecycleError/wipePending``; what folder and key store throw.
  public static func open(
    _ requirement: StorageRequirement, folder: String, keys: any CacheKeys, byteBudget: Int = 8 << 20,
    access: ReadAccess, now: Date, random: any RandomNumberGenerator & Sendable
  ) async throws(LifecycleError) -> ResponseCache {
    ResponseCache(
      try await CacheShelf.open(
        requirement.places.place(of: .apiResponse), folder: folder, keys: keys, life: requirement.apiCache,
        budget: byteBudget, outlivesProcess: false, access: access, now: now, random: random))
  }

  /// Keeps the answer, in place of an older one of the same key. Where the map says `nowhere` it keeps nothing.
  ///
  /// - Throws: ``LifecycleError/notEncodable``, ``LifecycleError/tooLarge(limit:)``, ``LifecycleError/full``,
  ///   ``LifecycleError/wipePending`` and what else the folder throws; no older answer is given out after that.
  public func store(_ value: some CacheableValue, for key: String, now: Date) throws(LifecycleError) {
    try shelf.store(value, for: key, now: now)
  }

  /// The answer, if it is there, of this type, and not too old. Whatever is wrong with its file: nil.
  public func value<Value: CacheableValue>(_ type: Value.Type = Value.self, for key: String, now: Date) -> Value? {
    shelf.value(for: key, now: now)
  }

  /// Erases one answer.
  public func remove(_ key: String) { shelf.remove(key) }

  /// Erases what is too old. Every store and read does so too; call it when the app becomes active.
  public func sweep(now: Date) { shelf.sweep(now) }

  public var count: Int { shelf.count }

  public func relieve(_ event: PressureEvent) { shelf.removeAll() }
}
