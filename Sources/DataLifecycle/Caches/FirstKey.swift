import Redaction

/// The key of a cache or a log, and whether it is another one than before.
struct FirstKey: ~Copyable {
  let key: Secret
  let isNew: Bool
}

extension CacheKeys {
  /// The key, made anew where there is none and where the old one is damaged: it opens nothing any more.
  ///
  /// Of several openers that find the key damaged one heals it and the others go on with what it made: whoever destroys a
  /// key holds the lock of `folder`, which they share, and looks again before.
  ///
  /// - Throws: ``LifecycleError``; `busy` when somebody holds that lock for ten seconds, and when the task is cancelled
  ///   while it waits.
  func first(
    using random: inout any RandomNumberGenerator & Sendable, in folder: String
  ) async throws(LifecycleError) -> FirstKey {
    switch try await found() {
    case .key(let key): return FirstKey(key: key, isNew: false)
    case .none: return try await fresh(using: &random)
    case .damaged: break
    }
    let held = try HeldFolder.own(folder)
    try await Self.lock(held)
    defer { held.unlock() }
    switch try await found() {
    case .key(let key): return FirstKey(key: key, isNew: false)
    case .none: break
    case .damaged: try await destroy()
    }
    return try await fresh(using: &random)
  }

  private func found() async throws(LifecycleError) -> FoundKey {
    do throws(LifecycleError) {
      guard let key = try await load() else { return .none }
      return key.count == CacheKeyFile.keyBytes ? .key(key) : .damaged
    } catch {
      switch error {
      case .keySize, .tooLarge, .keyDamaged: return .damaged
      default: throw error
      }
    }
  }

  private func fresh(using random: inout any RandomNumberGenerator & Sendable) async throws(LifecycleError) -> FirstKey
  {
    let fresh = Secret(count: CacheKeyFile.keyBytes) { buffer in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: random.next()) }  // O.Rand_1#80
    }
    let key = try await add(fresh)
    // Another one's may be in use already.
    let isNew = key.isEqual(to: fresh)
    return FirstKey(key: key, isNew: isNew)
  }

  /// Gives the thread back while it waits: the holder may need it to go on.
  private static func lock(_ folder: borrowing HeldFolder) async throws(LifecycleError) {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      do throws(LifecycleError) { return try folder.lock(wait: .zero) } catch {
        guard error == .busy, ContinuousClock.now < end else { throw error }
      }
      guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { throw .busy }
    }
  }
}

private enum FoundKey: ~Copyable {
  case none
  case key(Secret)
  case damaged
}
