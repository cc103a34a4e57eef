public import DataLifecycle
public import Redaction
import Synchronization

/// The in-memory twin of a key store for caches. The bytes are not zeroed: for tests only.
public final class InMemoryCacheKeys: CacheKeys {
  private let bytes = Mutex<[UInt8]?>(nil)

  public init() {}

  public func load() -> Secret? {
    guard let bytes = bytes.withLock({ $0 }) else { return nil }
    return Secret(copying: bytes)
  }

  public func save(_ key: borrowing Secret) {
    let copy = key.withExposedBytes { Array($0) }
    bytes.withLock { $0 = copy }
  }

  public func destroy() { bytes.withLock { $0 = nil } }
}
