#if Server
  import Synchronization
  import TrustWire

  /// Which sessions the store called alive a moment ago, so that not every request reads it.
  ///
  /// Whatever this process ends is refused at its very next request: each change that ends sessions forgets its answers
  /// about these, also those that are being fetched while it happens, and nobody else's: a client that ends its own, or asks
  /// again and again with one that is over, costs the others nothing. What another process ends, a second node or the
  /// operator's command, is refused here after ``window`` seconds at the latest.
  final class LiveSessions: Sendable {
    /// Seconds for which an answer of the store is good.
    static let window: Int64 = 2

    private struct State {
      var generation = 0
      /// Answers that were asked for before this are about nobody.
      var floor = 0
      var seen: [String: Int64] = [:]
      /// What was forgotten, and when: an answer that was being fetched by then is not kept.
      var forgotten: [String: Int] = [:]

      mutating func forgetAll() {
        generation += 1
        (floor, seen, forgotten) = (generation, [:], [:])
      }
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
        guard ticket >= state.floor, state.forgotten[session].map({ ticket >= $0 }) ?? true else { return }
        if state.seen.count >= most {
          state.seen = state.seen.filter { (0..<Self.window).contains(now - $0.value) }
          if state.seen.count >= most { state.seen = [:] }
        }
        state.seen[session] = now
      }
    }

    // O.Auth_14#730
    /// These and no others.
    func forget(_ sessions: [String]) {
      guard !sessions.isEmpty else { return }
      state.withLock { state in
        state.generation += 1
        // Bounded: when it is full, whatever is being fetched now is not kept, and what was seen stays.
        if state.forgotten.count + sessions.count > most {
          (state.floor, state.forgotten) = (state.generation, [:])
        }
        for session in sessions {
          state.seen[session] = nil
          state.forgotten[session] = state.generation
        }
      }
    }

    func forgetAll() { state.withLock { $0.forgetAll() } }
  }
#endif
