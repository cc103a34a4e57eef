import Synchronization

/// Keeps back one answer of a server, until it is let go.
final class AnswerHolder: Sendable {
  private let state = Mutex((passing: Int?.none, isThere: false))

  /// - Parameter passing: how many answers go through before.
  func hold(passing: Int = 0) { state.withLock { $0 = (passing, false) } }
  func letGo() { state.withLock { $0.passing = nil } }
  func untilThere() async { while !state.withLock({ $0.isThere }) { await Task.yield() } }

  /// - Parameter patience: how often others get their turn before the answer goes on unasked, for a test that would wait for
  ///   ever when it fails.
  func answered(patience: Int = .max) async {
    let isHeld = state.withLock { state in
      guard let passing = state.passing, !state.isThere else { return false }
      state.passing = passing - 1
      state.isThere = passing == 0
      return state.isThere
    }
    var turns = 0
    while isHeld, turns < patience, state.withLock({ $0.passing != nil }) {
      turns += 1
      await Task.yield()
    }
  }
}
