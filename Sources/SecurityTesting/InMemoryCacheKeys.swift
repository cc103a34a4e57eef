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

  public func add(_ key: borrowing Secret) -> Secret {
    let copy = key.withExposedBytes { Array($0) }
    let first = bytes.withLock { bytes in
      let first = bytes ?? copy
      bytes = first
      return first
    }
    return Secret(copying: first)
  }

  public func destroy() { bytes.withLock { $0 = nil } }
}
