import AppIntegrity
import Foundation
import Synchronization

/// A device's clocks in a test's hand: waiting moves them, a suspension moves them further than was asked.
final class StagedClock: CheckClock {
  struct State {
    var wall = 1_800_000_000.0
    var elapsed = Duration.zero
    /// Added to the next wait: the device slept.
    var suspension = Duration.zero
    /// Seconds that the wall clock is set by at each wait, beside what passes.
    var wallStep = 0.0
    var waits = 0
    var waitsLeft: Int
  }

  let state: Mutex<State>

  init(waits: Int) { state = Mutex(State(waitsLeft: waits)) }

  func now() -> Date { state.withLock { Date(timeIntervalSince1970: $0.wall) } }
  func elapsed() -> Duration { state.withLock { $0.elapsed } }

  func sleep(for duration: Duration) async throws(CancellationError) {
    let isOver = state.withLock { state in
      guard state.waitsLeft > 0 else { return true }
      state.waitsLeft -= 1
      state.waits += 1
      let passed = duration + state.suspension
      state.elapsed += passed
      state.wall += Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18 + state.wallStep
      state.suspension = .zero
      return false
    }
    if isOver { throw CancellationError() }
  }
}
