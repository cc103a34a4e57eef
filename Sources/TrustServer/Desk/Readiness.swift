#if Server
  import Synchronization

  /// Whether the server can decide, looked at no more than once per ``window`` however many ask: the look writes to the
  /// store, and anybody may ask. Those who come while it is under way wait for it. Source: CWE-400.
  final class Readiness: Sendable {
    /// Seconds for which an answer is given again; counted in whole ones, so 1 to 2 in fact.
    static let window: Int64 = 2

    private struct State {
      var answer: (date: Int64, refusal: Refusal?)?
      var look: Task<Refusal?, Never>?
    }

    private let state = Mutex(State())

    /// - Parameter look: nil when the server can decide.
    func check(now: Int64, _ look: @escaping @Sendable () async -> Refusal?) async throws(Refusal) {
      let task: Task<Refusal?, Never>? = state.withLock { state in
        // A clock that was set back makes an answer too old, not younger.
        if let answer = state.answer, (0..<Self.window).contains(now - answer.date) { return nil }
        if let running = state.look { return running }
        let task = Task { [self] in
          let refusal = await look()
          self.state.withLock { state in
            state.answer = (now, refusal)
            state.look = nil
          }
          return refusal
        }
        state.look = task
        return task
      }
      let refusal = if let task { await task.value } else { state.withLock { $0.answer?.refusal } }
      if let refusal { throw refusal }
    }
  }
#endif
