#if Server
  import Synchronization
  import TrustWire

  /// Events on their way to one reader that may be slower than the server. Each kind has room of its own, so that no
  /// number of refused requests pushes out an alarm: of a kind that overflows, its own oldest events go, and how many
  /// went is told. Holds at most ``room`` events of a kind; giving never waits.
  ///
  /// What does not survive is counted, not kept: ``ServerMetrics`` sees every event before this does.
  public final class TrustEventQueue: Sendable {
    private struct State {
      var waiting: [TrustEvent.Kind: [(number: Int, event: TrustEvent)]] = [:]
      var dropped: [TrustEvent.Kind: Int] = [:]
      var given = 0
      var reader: CheckedContinuation<TrustEvent?, Never>?
      var isFinished = false

      mutating func take() -> TrustEvent? {
        guard let kind = waiting.min(by: { $0.value[0].number < $1.value[0].number })?.key,
          let event = waiting[kind]?.removeFirst().event
        else { return nil }
        if waiting[kind]?.isEmpty == true { waiting[kind] = nil }
        return event
      }
    }

    /// Events of one kind that wait at a time.
    public static let room = 256
    private let state = Mutex(State())

    public init() {}

    // O.Arch_5#251
    /// Keeps it for the reader, or hands it over when one waits.
    public func give(_ event: TrustEvent) {
      let reader: CheckedContinuation<TrustEvent?, Never>? = state.withLock { state in
        if let reader = state.reader {
          state.reader = nil
          return reader
        }
        state.given += 1
        var waiting = state.waiting[event.kind] ?? []
        if waiting.count >= Self.room {
          waiting.removeFirst()
          state.dropped[event.kind, default: 0] += 1
        }
        waiting.append((state.given, event))
        state.waiting[event.kind] = waiting
        return nil
      }
      reader?.resume(returning: event)
    }

    /// What was dropped since the last call, by kind.
    public func takeDropped() -> [TrustEvent.Kind: Int] {
      state.withLock { state in
        defer { state.dropped = [:] }
        return state.dropped
      }
    }

    /// No more will come: the reader gets what still waits, and then its end.
    public func finish() {
      let reader: CheckedContinuation<TrustEvent?, Never>? = state.withLock { state in
        defer { state.reader = nil }
        state.isFinished = true
        return state.reader
      }
      reader?.resume(returning: nil)
    }

    /// The events in the order in which they came, for one reader; ends after ``finish()`` with the last one, and at once
    /// when its task is cancelled.
    public var events: AsyncStream<TrustEvent> {
      AsyncStream(unfolding: { [self] in await next() })
    }

    private func next() async -> TrustEvent? {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let now: TrustEvent?? = state.withLock { state in
            if let event = state.take() { return event }
            if state.isFinished { return .some(nil) }
            state.reader = continuation
            return .none
          }
          if let now { continuation.resume(returning: now) }
        }
      } onCancel: {
        finish()
      }
    }
  }
#endif
