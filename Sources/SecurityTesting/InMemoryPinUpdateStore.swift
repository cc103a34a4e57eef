import NetworkTrust
import Synchronization

/// The newest signed pin update, kept in memory for tests; it can be told to fail.
public final class InMemoryPinUpdateStore: PinUpdateStore {
  private struct State {
    var text: String?
    var failure: NetworkError?
  }

  private let state: Mutex<State>

  /// A store that holds `text` already, as after a restart.
  public init(_ text: String? = nil) { state = Mutex(State(text: text)) }

  /// What every call throws from now on; nil for nothing.
  public func fail(with failure: NetworkError?) { state.withLock { $0.failure = failure } }

  public func load() async throws(NetworkError) -> String? {
    let now = state.withLock { $0 }
    if let failure = now.failure { throw failure }
    return now.text
  }

  public func save(_ compact: String) async throws(NetworkError) {
    let failure = state.withLock { state in
      if state.failure == nil { state.text = compact }
      return state.failure
    }
    if let failure { throw failure }
  }
}
