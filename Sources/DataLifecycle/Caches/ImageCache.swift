public import Foundation
public import SecurityPolicy

/// Keeps images for as long as the policy says (seven days), on disk and sealed unless the storage map says memory;
/// when the byte budget is used up the least recently used image leaves first.
///
/// - Only a ``CacheableValue`` fits in: a photograph of a person or a wound is a sensitive type and does not compile.
/// - Files are sealed (AES-256-GCM), named by a keyed hash, mode 0600; cut, edited, exchanged or foreign ones are
///   dropped. Key and folder go with a ``CacheWipe``.
/// - A clock that goes back empties the cache: its user cannot make an image live longer.
///
/// One process per folder. Source: BSI TR-03161-1 O.Data_5, O.Data_2; MASVS-STORAGE-2.
public final class ImageCache<Image: CacheableValue>: PressureRelief {
  private let shelf: CacheShelf
  private let isInMemory: Bool

  private init(_ shelf: CacheShelf, isInMemory: Bool) {
    self.shelf = shelf
    self.isInMemory = isInMemory
  }

  /// - Parameters:
  ///   - folder: made with mode 0700, its parent must exist; `Library/Caches` keeps it out of backups.
  ///   - byteBudget: bytes at most, seals included.
  /// - Throws: ``LifecycleError/wipePending``; what folder and key store throw.
  public static func open(
    _ requirement: StorageRequirement, folder: String, keys: any CacheKeys, byteBudget: Int = 64 << 20,
    access: ReadAccess, now: Date, random: any RandomNumberGenerator & Sendable
  ) async throws(LifecycleError) -> ImageCache {
    let place = requirement.places.place(of: .image)
    let shelf = try await CacheShelf.open(
      place, folder: folder, keys: keys, life: requirement.imageCache, budget: byteBudget,
      outlivesProcess: true, access: access, now: now, random: random)
    return ImageCache(shelf, isInMemory: place == .memoryCache)
  }

  /// Keeps the image, in place of an older one of the same key.
  ///
  /// - Throws: as ``ResponseCache/store(_:for:now:)``.
  public func store(_ image: Image, for key: String, now: Date) throws(LifecycleError) {
    try shelf.store(image, for: key, now: now)
  }

  /// The image, which counts as used now; nil when there is none, it is too old or its file is not what was sealed.
  public func image(for key: String, now: Date) -> Image? { shelf.value(for: key, now: now) }

  /// Erases one image.
  public func remove(_ key: String) { shelf.remove(key) }

  /// Erases what is too old. Every store and read does so too; call it when the app becomes active.
  public func sweep(now: Date) { shelf.sweep(now) }

  public var count: Int { shelf.count }

  /// Images on disk stay: they take no memory, and the policy gives them their days.
  public func relieve(_ event: PressureEvent) {
    if isInMemory { shelf.removeAll() }
  }
}
