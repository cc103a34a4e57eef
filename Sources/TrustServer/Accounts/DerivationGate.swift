#if Server
  import Dispatch
  import Foundation
  import Synchronization

  /// Lets as many password derivations run at once as there are processors, and for each of these as many more wait as
  /// `waiting` says.
  ///
  /// A derivation takes its processor and 32 MiB for about a quarter of a second, so the last one waits four seconds.
  /// Without this, a burst of logins would take the memory of the machine and the threads on which everything else
  /// runs. Source: RFC 7914, section 2; CWE-400.
  package final class DerivationGate: Sendable {
    private struct State {
      var running = 0
      var queue: [CheckedContinuation<Void, Never>] = []
    }

    private let atOnce: Int
    private let waiting: Int
    private let state = Mutex(State())
    private let threads = DispatchQueue(label: "mantlet.derivation", attributes: .concurrent)

    package init(atOnce: Int = ProcessInfo.processInfo.activeProcessorCount, waiting: Int = 16) {
      self.atOnce = max(1, atOnce)
      self.waiting = self.atOnce * max(0, waiting)
    }

    /// Nil when too many wait already: `work` did not run.
    package func run<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R? {
      guard await enter() else { return nil }
      let result = await withCheckedContinuation { continuation in
        // Not on the threads of Swift's tasks, which must not be held.
        threads.async { continuation.resume(returning: work()) }
      }
      leave()
      return result
    }

    /// Whether the next one would be sent away.
    package var isFull: Bool { state.withLock { $0.running >= atOnce && $0.queue.count >= waiting } }

    private func enter() async -> Bool {
      enum Place { case inside, full, queued }
      let place: Place = state.withLock { state in
        if state.running < atOnce {
          state.running += 1
          return .inside
        }
        return state.queue.count < waiting ? .queued : .full
      }
      guard place == .queued else { return place == .inside }
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.running < atOnce {
            state.running += 1
            return true
          }
          state.queue.append(continuation)
          return false
        }
        if isFree { continuation.resume() }
      }
      return true
    }

    private func leave() {
      let next = state.withLock { state in
        guard state.queue.isEmpty else { return Optional(state.queue.removeFirst()) }
        state.running -= 1
        return nil
      }
      next?.resume()
    }
  }
#endif
