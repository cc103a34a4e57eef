#if Server
  import Synchronization

  /// Forgets once per ten minutes and process, in a task of its own: nobody's answer waits for it. One at a time.
  final class PruneTimer: Sendable {
    static let interval: Int64 = 600

    private struct State {
      var last: Int64?
      var running: Task<Void, Never>?
      var isStopped = false
    }

    private let state = Mutex(State())

    func runWhenDue(now: Int64, _ work: @escaping @Sendable () async -> Void) {
      state.withLock { state in
        // A clock that stepped back must not silence it until it has caught up.
        if let date = state.last, now >= date, now < date + Self.interval { return }
        guard state.running == nil, !state.isStopped else { return }
        state.last = now
        // Not below the requests: a busy server would never forget.
        state.running = Task { [self] in
          await work()
          self.state.withLock { $0.running = nil }
        }
      }
    }

    /// After a ``stop()``: a server that could not listen may be run again.
    func start() { state.withLock { $0.isStopped = false } }

    /// Waits for what runs.
    func settle() async { await state.withLock { $0.running }?.value }

    /// Begins nothing more until ``start()``, cancels what runs, and waits for it.
    func stop() async {
      let running = state.withLock { state in
        state.isStopped = true
        state.running?.cancel()
        return state.running
      }
      await running?.value
    }

    /// Whether ``stop()`` was called: what runs has been cancelled then.
    var isStopped: Bool { state.withLock { $0.isStopped } }
  }
#endif
