public import NetworkTrust
public import Redaction
import Synchronization

/// A client's identity kept in memory for tests, unprotected; it can be told to fail.
public final class InMemoryClientIdentityStore: ClientIdentityStore {
  private struct State {
    var value: [UInt8]?
    var failure: IdentityError?
  }

  private let state = Mutex(State())

  public init() {}

  /// What every call throws from now on, as on a locked device; nil for nothing.
  public func fail(with failure: IdentityError?) { state.withLock { $0.failure = failure } }

  public func read() async throws(IdentityError) -> Secret? {
    let now = state.withLock { $0 }
    if let failure = now.failure { throw failure }
    return now.value.map { Secret(copying: $0) }
  }

  public func write(_ value: borrowing Secret) async throws(IdentityError) {
    try change(to: value.withExposedBytes { Array($0) })
  }

  public func remove() async throws(IdentityError) { try change(to: nil) }

  private func change(to value: [UInt8]?) throws(IdentityError) {
    let failure = state.withLock { state in
      if state.failure == nil { state.value = value }
      return state.failure
    }
    if let failure { throw failure }
  }
}
