public import AppSession
import Redaction
import Synchronization

/// A store of pending revocations in memory.
public final class InMemoryRevocationStore: RevocationStore {
  private let state = Mutex<(sealed: [UInt8]?, isFailing: Bool)>((nil, false))

  public init() {}

  /// Whether everything fails.
  public var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  /// The bytes that lie there; nil for none.
  public var sealed: [UInt8]? {
    get { state.withLock { $0.sealed } }
    set { state.withLock { $0.sealed = newValue } }
  }

  public func load() async throws(SessionError) -> PendingRevocations {
    let (sealed, isFailing) = state.withLock { $0 }
    if isFailing { throw .storage }
    guard let sealed else { return PendingRevocations() }
    return try PendingRevocations(reading: Secret(copying: sealed))
  }

  public func save(_ pending: PendingRevocations) async throws(SessionError) {
    let bytes = pending.entries.isEmpty ? nil : pending.sealedForm().withExposedBytes { Array($0) }
    let isSaved = state.withLock { state in
      guard !state.isFailing else { return false }
      state.sealed = bytes
      return true
    }
    guard isSaved else { throw .storage }
  }
}
