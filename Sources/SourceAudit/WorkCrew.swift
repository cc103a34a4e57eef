import Dispatch
import Foundation
import Synchronization

/// Works through numbered items on threads of its own, and gives up on one that takes too long: by the processor time of
/// its thread where the system tells it, so that a busy machine changes no verdict, and by twelve times as much on the clock.
///
/// A thread cannot be killed: a late one is left behind, computes on until it is done or the process ends, and its
/// answer is dropped. So the whole work stops after a few late items, and the command that runs it ends its process.
package struct WorkCrew: Sendable {
  package enum Outcome<Answer: Sendable>: Sendable {
    case answer(Answer)
    case late
    case notReached
  }

  private let threads: Int
  private let limit: Duration
  private let mostLate: Int
  /// Chains without brackets recurse too; the scans before the parsers bound them so that this suffices. Only what is
  /// touched is used.
  private static let stack = 1 << 30

  package init(threads: Int, limit: Duration, mostLate: Int) {
    self.threads = threads
    self.limit = limit
    self.mostLate = mostLate
  }

  init(threads: Int, secondsPerItem: Int, mostLate: Int) {
    self.init(threads: threads, limit: .seconds(secondsPerItem), mostLate: mostLate)
  }

  var secondsPerItem: Int { Int(limit.components.seconds) }

  private struct Errand {
    let item: Int
    private let since = ContinuousClock.now
    private let clock = ThreadClock()
    private let spentBefore: Duration?

    /// Made on the worker's thread.
    init(item: Int) {
      self.item = item
      spentBefore = clock.spent
    }

    func takesLonger(than limit: Duration) -> Bool {
      let waited = ContinuousClock.now - since
      guard let spentBefore, let spent = clock.spent else { return waited > limit }
      return spent - spentBefore > limit || waited > limit * 12
    }
  }

  private struct State<Answer: Sendable> {
    var outcomes: [Outcome<Answer>?]
    var next = 0
    var late = 0
    var isStopped = false
    /// What each worker is at.
    var running: [Int: Errand] = [:]
    var workers = 0
  }

  private final class Board<Answer: Sendable>: Sendable {
    let state: Mutex<State<Answer>>
    let changed = DispatchSemaphore(value: 0)
    init(_ items: Int) { state = Mutex(State(outcomes: Array(repeating: nil, count: items))) }
  }

  /// One outcome per item, in order. Blocks the calling thread.
  package func run<Answer: Sendable>(_ items: Int, _ body: @escaping @Sendable (Int) -> Answer) -> [Outcome<Answer>] {
    guard items > 0 else { return [] }
    let board = Board<Answer>(items)
    for _ in 0..<min(max(1, threads), items) { hire(board, body) }
    while true {
      let (isDone, replacements) = board.state.withLock { state in overlook(&state) }
      if isDone { break }
      for _ in 0..<replacements { hire(board, body) }
      _ = board.changed.wait(timeout: .now() + .milliseconds(limit == .zero ? 1 : 200))
    }
    return board.state.withLock { $0.outcomes.map { $0 ?? .notReached } }
  }

  /// Writes off what is late. Answers whether everything is decided, and how many threads have to be replaced.
  private func overlook<Answer>(_ state: inout State<Answer>) -> (Bool, Int) {
    var lost = 0
    for (worker, entry) in state.running.sorted(by: { $0.value.item < $1.value.item })
    where entry.takesLonger(than: limit) {
      state.running[worker] = nil
      lost += 1
      if !state.isStopped { writeOff(entry.item, &state) }
    }
    let isDone = state.isStopped || (state.next >= state.outcomes.count && state.running.isEmpty)
    return (isDone, isDone ? 0 : min(lost, state.outcomes.count - state.next))
  }

  private func writeOff<Answer>(_ item: Int, _ state: inout State<Answer>) {
    state.outcomes[item] = .late
    state.late += 1
    if state.late >= mostLate { state.isStopped = true }
  }

  private func hire<Answer: Sendable>(_ board: Board<Answer>, _ body: @escaping @Sendable (Int) -> Answer) {
    let worker = board.state.withLock { state in
      state.workers += 1
      return state.workers
    }
    let thread = Thread {
      while let item = take(worker, board) {
        let answer = body(item)
        guard hand(in: answer, item, worker, board) else { break }
      }
      board.changed.signal()
    }
    thread.stackSize = Self.stack
    thread.start()
  }

  private func take<Answer>(_ worker: Int, _ board: Board<Answer>) -> Int? {
    board.state.withLock { state in
      guard !state.isStopped, state.next < state.outcomes.count else { return nil }
      let item = state.next
      state.next += 1
      state.running[worker] = Errand(item: item)
      return item
    }
  }

  /// False when the worker was written off meanwhile.
  private func hand<Answer: Sendable>(in answer: Answer, _ item: Int, _ worker: Int, _ board: Board<Answer>) -> Bool {
    board.state.withLock { state in
      guard let entry = state.running.removeValue(forKey: worker), !state.isStopped else { return false }
      if entry.takesLonger(than: limit) {
        writeOff(item, &state)
      } else {
        state.outcomes[item] = .answer(answer)
      }
      return true
    }
  }
}
