#if Server
  import Synchronization
  import TrustWire

  /// Which sessions the store called alive a moment ago, so that not every request reads it.
  ///
  /// Whatever this process ends is refused at its very next request: each change that may end a session forgets
  /// its answer or all of them, also those that are being fetched while it happens. What another process ends, a second node or the
  /// operator's command, is refused here after ``window`` seconds at the latest.
  final class LiveSessions: Sendable {
    /// Seconds for which an answer of the store is good.
    static let window: Int64 = 2

    private struct State {
      var generation = 0
      var seen: [String: Int64] = [:]
    }

    private let most: Int
    private let state = Mutex(State())

    init(most: Int = 16_384) { self.most = max(1, most) }

    /// Nil when the session was alive within the window; otherwise the number to give to ``remember``.
    func ticket(_ session: String, now: Int64) -> Int? {
      state.withLock { state in
        // A clock that was set back makes an answer too old, not younger.
        if let date = state.seen[session], (0..<Self.window).contains(now - date) { return nil }
        return state.generation
      }
    }

    /// - Parameter ticket: as it was before the store was asked.
    func remember(_ session: String, now: Int64, ticket: Int) {
      state.withLock { state in
        guard state.generation == ticket else { return }
        if state.seen.count >= most {
          state.seen = state.seen.filter { (0..<Self.window).contains(now - $0.value) }
          if state.seen.count >= most { state.seen = [:] }
        }
        state.seen[session] = now
      }
    }

    /// Only these, so that nobody empties the answers about everybody else. An answer that is being fetched is not kept,
    /// whosever it is.
    func forget(_ sessions: [String]) {
      state.withLock { state in
        state.generation += 1
        for session in sessions { state.seen[session] = nil }
      }
    }

    func forgetAll() {
      state.withLock { state in
        state.generation += 1
        state.seen = [:]
      }
    }
  }
#endif
