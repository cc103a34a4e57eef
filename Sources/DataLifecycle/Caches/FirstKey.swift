import Redaction

/// The key of a cache or a log, and whether it is another one than before.
struct FirstKey: ~Copyable {
  let key: Secret
  let isNew: Bool
}

extension CacheKeys {
  /// The key, made anew where there is none and where the old one is damaged: it opens nothing any more.
  func first(
    using random: inout any RandomNumberGenerator & Sendable
  ) async throws(LifecycleError) -> FirstKey {
    do throws(LifecycleError) {
      if let key = try await load() {
        let count = key.count
        guard count == CacheKeyFile.keyBytes else { throw .keySize(count) }
        return FirstKey(key: key, isNew: false)
      }
    } catch {
      switch error {
      case .keySize, .tooLarge, .keyDamaged: try await destroy()
      default: throw error
      }
    }
    let fresh = Secret(count: CacheKeyFile.keyBytes) { buffer in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: random.next()) }  // O.Rand_1#80
    }
    return FirstKey(key: try await add(fresh), isNew: true)
  }
}
