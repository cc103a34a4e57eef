import NetworkTrust
import Synchronization

/// How one write ended: what came first counts.
final class WriteOutcome: Sendable {
  private struct State {
    var isKnown = false
    var error: NetworkError?
    var waiter: CheckedContinuation<NetworkError?, Never>?
  }

  private let state = Mutex(State())

  /// Nil when all was taken.
  func settle(_ error: NetworkError?) {
    let waiter = state.withLock { state -> CheckedContinuation<NetworkError?, Never>? in
      guard !state.isKnown else { return nil }
      (state.isKnown, state.error) = (true, error)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: error)
  }

  func value() async -> NetworkError? {
    await withCheckedContinuation { waiter in
      let (isKnown, error) = state.withLock { state in
        if !state.isKnown { state.waiter = waiter }
        return (state.isKnown, state.error)
      }
      if isKnown { waiter.resume(returning: error) }
    }
  }
}
