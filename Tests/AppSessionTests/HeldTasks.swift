import Foundation
import Synchronization

/// Tasks that run when a test says so: between its calls they stand still wherever they are.
final class HeldTasks: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs what is ready, and what that makes ready, on a thread of its own.
  func run() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        while true {
          let ready = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
          }
          if ready.isEmpty { break }
          for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        continuation.resume()
      }
    }
  }

  /// The result of a task that runs here.
  func result<Value: Sendable>(of task: Task<Value, any Error>) async -> Result<Value, any Error> {
    let done = Shared<Result<Value, any Error>?>(nil)
    let waiting = Task {
      let result = await task.result
      done.change { $0 = result }
    }
    while done.value == nil {
      await run()
      await Task.yield()
    }
    await waiting.value
    return await task.result
  }
}
