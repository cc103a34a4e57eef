#if Server
  import Synchronization
  import TrustServer

  /// A store whose transactions run at once and are told of when a test lets them go: as committed, or as failed.
  final class HeldCommits: TrustStore {
    private struct State {
      var count = 0
      /// The first transaction that is held; nil for none.
      var first: Int?
      var waiting = 0
      var fails = false
    }

    private let inner: any TrustStore
    private let state = Mutex(State())

    init(_ inner: any TrustStore) { self.inner = inner }

    /// How many transactions were begun.
    var count: Int { state.withLock { $0.count } }
    /// How many have run and wait.
    var waiting: Int { state.withLock { $0.waiting } }

    /// - Parameters:
    ///   - skipped: so many go through before.
    ///   - fails: what is held keeps nothing and is told so.
    func hold(skipping skipped: Int = 0, failing fails: Bool = false) {
      state.withLock { ($0.first, $0.fails) = ($0.count + skipped, fails) }
    }

    func letGo() { state.withLock { $0.first = nil } }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      let (isHeld, fails) = state.withLock { state in
        defer { state.count += 1 }
        let isHeld = state.first.map { state.count >= $0 } ?? false
        return (isHeld, isHeld && state.fails)
      }
      let outcome: Result<R, StoreError>
      do throws(StoreError) {
        outcome = .success(
          try await inner.transaction { rows throws(StoreError) in
            let result = try body(rows)
            // 13: SQLITE_FULL
            if fails { throw .failed(code: 13) }
            return result
          })
      } catch {
        outcome = .failure(error)
      }
      if isHeld {
        state.withLock { $0.waiting += 1 }
        while state.withLock({ $0.first != nil }) { await Task.yield() }
        state.withLock { $0.waiting -= 1 }
      }
      return try outcome.get()
    }

    func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R { try await inner.reading(body) }
  }
#endif
