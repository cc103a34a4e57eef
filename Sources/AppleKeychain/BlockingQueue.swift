import Dispatch

/// Runs the calls of one actor in order on a thread that may wait: keychain calls talk to another process, and one that
/// asks the owner lasts as long as the prompt is up. Swift's own threads must not wait that long.
final class BlockingQueue: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
