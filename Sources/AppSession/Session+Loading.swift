import TrustWire

/// What an earlier run kept.
extension Session {
  /// Loads it, once. What is damaged is the end of that session and no reason to keep the app shut; it is replaced, for
  /// nothing can be read from it. What cannot be read for now stays as it is.
  func load() async throws(SessionError) {
    let task =
      loading
      ?? Task { [store] in
        do throws(SessionError) {
          return Result<StoredSession?, SessionError>.success(try await store.load())
        } catch {
          return .failure(error)
        }
      }
    loading = task
    let result = await task.value
    // Another caller may have loaded, or erased, while this one waited.
    guard !isLoaded else { return }
    loading = nil
    let isDamaged = result.failure == .damaged
    let stored = isDamaged ? .damaged : try result.get() ?? StoredSession()
    isChanging = true
    held = stored
    machine = SessionMachine(requirement, memory: stored.memory)
    let clock = surroundings.clock()
    // The server's time is still known where the device has run since.
    if let time = stored.memory.serverTime, time.isExact(at: clock) {
      skew = Self.skew(of: time.earliest(at: clock), from: clock.wall) ?? 0
      provenSkew = skew
    }
    machine.handle(.launched, at: reading)
    isLoaded = true
    isChanging = false
    if machine.state != stored.memory.state { try await changed(from: stored.memory.state) }
    if isDamaged { try? await commit() }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
