#if Server
  import GRDB
  import Synchronization

  /// Runs transactions one after the other on a pool's one writer, and commits together those that came while the one
  /// before was being written: a durable write costs the same for one as for many.
  ///
  /// Each body has a savepoint of its own: what one of them wrote goes when it throws, and the others stay. Nobody hears of
  /// success before the common commit has returned; when that fails, it fails for all. Not protected: a body that takes
  /// long holds up those who came with it, and who is cancelled while waiting has his write made all the same.
  final class GroupCommit: Sendable {
    /// Most bodies in one commit: how long the first one waits for the last one.
    private static let most = 64

    private struct Job: Sendable {
      let run: @Sendable (Database) throws -> Void
      /// Nil: it is kept.
      let finish: @Sendable (StoreError?) -> Void
    }

    private struct State {
      var waiting: [Job] = []
      var isRunning = false
    }

    private let state = Mutex(State())

    /// Where a body leaves its result until the commit.
    private final class Box<R: Sendable>: Sendable {
      let result = Mutex<R?>(nil)
    }

    func run<R: Sendable>(
      on pool: DatabasePool, _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      let box = Box<R>()
      let error: StoreError? = await withCheckedContinuation { continuation in
        let job = Job(
          run: { database in
            let result = try body(SQLiteTransaction(database: database))
            box.result.withLock { $0 = result }
          }, finish: { continuation.resume(returning: $0) })
        let isFirst = state.withLock { state in
          state.waiting.append(job)
          defer { state.isRunning = true }
          return !state.isRunning
        }
        if isFirst { start(on: pool) }
      }
      if let error { throw error }
      // It ran: there was no error.
      guard let result = box.result.withLock({ $0 }) else { throw .failed(code: -1) }
      return result
    }

    private func start(on pool: DatabasePool) {
      pool.asyncWriteWithoutTransaction { [self] database in
        let jobs = state.withLock { state in
          let jobs = Array(state.waiting.prefix(Self.most))
          state.waiting.removeFirst(jobs.count)
          return jobs
        }
        Self.commit(jobs, database)
        // Behind whatever else waits for the writer.
        let isMore = state.withLock { state in
          state.isRunning = !state.waiting.isEmpty
          return state.isRunning
        }
        if isMore { start(on: pool) }
      }
    }

    private static func commit(_ jobs: [Job], _ database: Database) {
      var failed: [Int: StoreError] = [:]
      var common: StoreError?
      do {
        try database.inTransaction(.immediate) {
          if jobs.count == 1 {
            try jobs[0].run(database)
            return .commit
          }
          for (number, job) in jobs.enumerated() {
            try database.cachedStatement(sql: "SAVEPOINT body").execute()
            do {
              try job.run(database)
            } catch {
              // A full disk ends the whole transaction, and with it what the others wrote.
              guard database.isInsideTransaction else { throw error }
              failed[number] = SQLiteTransaction.named(error)
              try database.cachedStatement(sql: "ROLLBACK TO SAVEPOINT body").execute()
            }
            try database.cachedStatement(sql: "RELEASE SAVEPOINT body").execute()
          }
          return .commit
        }
      } catch {
        common = SQLiteTransaction.named(error)
      }
      for (number, job) in jobs.enumerated() { job.finish(failed[number] ?? common) }
    }
  }
#endif
