import Foundation
import Redaction
import SecurityPolicy
import Synchronization

/// The shelf that the storage map chose: memory, disk, or none at all. Every use asks first whether a wipe began.
final class CacheShelf: Sendable {
  private struct Shelf: ~Copyable {
    var memory: MemoryShelf?
    var disk: DiskShelf?
  }

  private let shelf: Mutex<Shelf>
  private let access: ReadAccess

  private init(_ memory: MemoryShelf?, _ disk: consuming sending DiskShelf?, _ access: ReadAccess) {
    shelf = Mutex(Shelf(memory: memory, disk: disk))
    self.access = access
  }

  static func open(
    _ place: StoragePlace, folder: String, keys: any CacheKeys, life: Duration, budget: Int,
    outlivesProcess: Bool, access: ReadAccess, now: Date, random: any RandomNumberGenerator & Sendable
  ) async throws(LifecycleError) -> CacheShelf {
    try access.require()
    switch place {
    case .memoryCache: return CacheShelf(MemoryShelf(life: life, budget: budget), nil, access)
    case .diskCache:
      let disk = try await DiskShelf.open(
        folder, keys: keys, life: life, budget: budget, outlivesProcess: outlivesProcess, now: now, random: random)
      return CacheShelf(nil, disk, access)
    default: return CacheShelf(nil, nil, access)
    }
  }

  func store(_ value: some CacheableValue, for key: String, now: Date) throws(LifecycleError) {
    guard let bytes = value.cachedBytes else { throw .notEncodable }
    try shelf.withLock { shelf throws(LifecycleError) in
      try access.require()
      try shelf.memory?.store(bytes, for: key, now: now)
      try shelf.disk?.store(bytes, for: key, now: now)
    }
  }

  func value<Value: CacheableValue>(for key: String, now: Date) -> Value? {
    let bytes = shelf.withLock { shelf -> [UInt8]? in
      guard (try? access.require()) != nil else { return nil }
      if let found = shelf.memory?.body(for: key, now: now) { return found }
      return shelf.disk?.body(for: key, now: now)
    }
    return bytes.flatMap { Value(cachedBytes: $0) }
  }

  func remove(_ key: String) {
    shelf.withLock { shelf in
      shelf.memory?.remove(key)
      shelf.disk?.remove(key: key)
    }
  }

  func sweep(_ now: Date) {
    shelf.withLock { shelf in
      shelf.memory?.sweep(now)
      shelf.disk?.sweep(now)
    }
  }

  func removeAll() {
    shelf.withLock { shelf in
      shelf.memory?.removeAll()
      shelf.disk?.removeAll()
    }
  }

  var count: Int { shelf.withLock { ($0.memory?.count ?? 0) + ($0.disk?.count ?? 0) } }
}
