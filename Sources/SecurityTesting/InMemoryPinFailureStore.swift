public import NetworkTrust
import Synchronization

/// Pin failures that were not sent yet, kept in memory for tests, unsealed; it can be told to fail.
public final class InMemoryPinFailureStore: PinFailureStore {
  private struct State {
    var bytes: [UInt8]?
    var isFailing = false
  }

  private let state: Mutex<State>

  /// A store that holds `bytes` already, as after a restart.
  public init(_ bytes: [UInt8]? = nil) { state = Mutex(State(bytes: bytes)) }

  /// Whether every call fails, as on a locked device.
  public var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  public func load() async throws(NetworkError) -> [UInt8]? {
    let now = state.withLock { $0 }
    if now.isFailing { throw .storeUnavailable }
    return now.bytes
  }

  public func save(_ bytes: [UInt8]) async throws(NetworkError) {
    let isSaved = state.withLock { state in
      guard !state.isFailing else { return false }
      state.bytes = bytes
      return true
    }
    guard isSaved else { throw .storeUnavailable }
  }
}
