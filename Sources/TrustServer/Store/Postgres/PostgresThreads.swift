#if PostgreSQL
  import Dispatch
  import Foundation
  import Synchronization

  /// Threads of their own, each with one connection: calls to libpq block, and the threads on which Swift's tasks run
  /// must not be held. As many as the limit says, started when there is work for them; what waits is bounded too.
  final class PostgresThreads: Sendable {
    private struct Job: Sendable {
      let run: @Sendable (PostgresSeat) -> Void
      let refuse: @Sendable (StoreError) -> Void
    }

    private struct State {
      var jobs: [Job] = []
      var threads = 0
      var busy = 0
      var isClosed = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let living = DispatchGroup()
    private let limit: Int
    private let waiting: Int
    private let address: PostgresAddress
    private let schema: String
    private let renews: Bool

    init(limit: Int, waiting: Int, address: PostgresAddress, schema: String, renews: Bool) {
      self.limit = limit
      self.waiting = waiting
      self.address = address
      self.schema = schema
      self.renews = renews
    }

    /// - Throws: what `work` gives; ``StoreError/busy``; ``StoreError/unreachable`` after ``close()`` and when the
    ///   database was found gone while this waited.
    func run<R: Sendable>(
      _ work: @escaping @Sendable (PostgresSeat) -> Result<R, StoreError>
    ) async throws(StoreError) -> R {
      let outcome: Result<R, StoreError> = await withCheckedContinuation { continuation in
        submit(
          Job(
            run: { continuation.resume(returning: work($0)) },
            refuse: { continuation.resume(returning: .failure($0)) }))
      }
      return try outcome.get()
    }

    private func submit(_ job: Job) {
      enum Place { case queued, ownThread, full, closed }
      let place: Place = state.withLock { state in
        guard !state.isClosed else { return .closed }
        guard state.jobs.count < waiting else { return .full }
        state.jobs.append(job)
        guard state.jobs.count + state.busy > state.threads, state.threads < limit else { return .queued }
        state.threads += 1
        return .ownThread
      }
      switch place {
      case .closed: job.refuse(.unreachable)
      case .full: job.refuse(.busy)
      case .queued: signal.signal()
      case .ownThread:
        living.enter()
        Thread.detachNewThread { [self] in
          serve()
          living.leave()
        }
        signal.signal()
      }
    }

    private func serve() {
      let seat = PostgresSeat(address: address, schema: schema, renews: renews)
      while true {
        signal.wait()
        let (job, isClosed) = state.withLock { state in
          guard !state.jobs.isEmpty else { return (Job?.none, state.isClosed) }
          state.busy += 1
          return (state.jobs.removeFirst(), false)
        }
        guard let job else {
          if isClosed { return }
          continue
        }
        job.run(seat)
        // Each of those that wait would find the same, one time for connecting after the other.
        let isDown = seat.isDown
        let refused = state.withLock { state in
          state.busy -= 1
          defer { if isDown { state.jobs = [] } }
          return isDown ? state.jobs : []
        }
        for job in refused { job.refuse(.unreachable) }
      }
    }

    /// Takes nothing more; what waits is still done.
    func close() {
      let threads = state.withLock { state in
        state.isClosed = true
        return state.threads
      }
      for _ in 0..<threads { signal.signal() }
    }

    func waitUntilDone() { living.wait() }
  }
#endif
