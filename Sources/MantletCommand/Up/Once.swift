import Foundation
import Synchronization

/// Resumes a continuation once, whichever signal comes first, and keeps the signal sources alive until then.
final class Once: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, Never>?
    var sources: [any DispatchSourceSignal] = []
  }
  private let state: Mutex<State>

  init(_ continuation: CheckedContinuation<Void, Never>) { state = Mutex(State(continuation: continuation)) }

  func listen(to number: Int32) {
    state.withLock { state in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { self.resume() }
      source.resume()
      state.sources.append(source)
    }
  }

  private func resume() {
    let continuation = state.withLock { state in
      let continuation = state.continuation
      state.continuation = nil
      state.sources = []
      return continuation
    }
    continuation?.resume()
  }
}
