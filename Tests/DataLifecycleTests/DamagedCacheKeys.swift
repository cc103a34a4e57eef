import DataLifecycle
import Redaction
import SecurityTesting
import Synchronization

/// A key that was altered where it lies, until it is destroyed.
final class DamagedCacheKeys: CacheKeys {
  private let keys: InMemoryCacheKeys
  private let healed = Mutex(false)

  init(_ keys: InMemoryCacheKeys) { self.keys = keys }

  var isHealed: Bool { healed.withLock { $0 } }

  func load() throws(LifecycleError) -> Secret? {
    guard isHealed else { throw .keyDamaged }
    return keys.load()
  }

  func add(_ key: borrowing Secret) -> Secret { keys.add(key) }

  func destroy() {
    keys.destroy()
    healed.withLock { $0 = true }
  }
}
