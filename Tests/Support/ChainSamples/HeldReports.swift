import Foundation
import NetworkTrust
import Synchronization

/// Keeps what it is given, but not before it is opened.
package final class HeldReports: PinFailureSink {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var inside = 0
    var most = 0
    var dates: [Date] = []
  }

  private let state = Mutex(State())
  package var dates: [Date] { state.withLock(\.dates) }
  /// The most reports that were handed over at once.
  package var most: Int { state.withLock(\.most) }

  package init() {}

  package func record(_ failure: PinFailureReport) async {
    state.withLock {
      $0.inside += 1
      $0.most = max($0.most, $0.inside)
    }
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    state.withLock {
      $0.inside -= 1
      $0.dates.append(failure.date)
    }
  }

  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when so many were kept.
  package func kept(_ count: Int) async { while dates.count < count { await Task.yield() } }
}
