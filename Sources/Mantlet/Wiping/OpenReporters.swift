import Redaction
import Synchronization

/// The crash reporters that the app holds now, for the wipe: breadcrumbs tell what one person did.
final class OpenReporters: Sendable {
  private struct Held: Sendable { weak var reporter: MaskedCrashReporter? }

  private struct State {
    var held: [Held] = []
    var areForgotten = false
  }

  private let state = Mutex(State())

  func add(_ reporter: MaskedCrashReporter) {
    state.withLock { state in
      state.held = state.held.filter { $0.reporter != nil } + [Held(reporter: reporter)]
      state.areForgotten = false
    }
  }

  /// Empties them in one step.
  func forget() {
    let reporters = state.withLock { state in
      state.areForgotten = true
      return state.held.compactMap(\.reporter)
    }
    for reporter in reporters { reporter.forget() }
  }

  /// Whether one may have breadcrumbs that nobody forgot. Once they were forgotten what stands there came later: it need
  /// not be the same person's, and must not make a wipe look incomplete.
  var mayRemain: Bool { state.withLock { !$0.areForgotten && $0.held.contains { $0.reporter != nil } } }
}
