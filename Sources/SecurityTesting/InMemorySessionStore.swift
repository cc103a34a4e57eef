public import AppSession
import Redaction
import Synchronization

/// A session store in memory that keeps the sealed form, as a real one does, and fails when a test says so.
public final class InMemorySessionStore: SessionStore {
  private struct State {
    var sealed: [UInt8]?
    var isFailing = false
    var saves = 0
    var beforeSave: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  public init() {}

  /// Whether every save and erasure fails.
  public var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  /// The bytes that lie there; nil for none.
  public var sealed: [UInt8]? {
    get { state.withLock { $0.sealed } }
    set { state.withLock { $0.sealed = newValue } }
  }

  /// How often something was saved.
  public var saves: Int { state.withLock { $0.saves } }

  /// Runs before each save is made, for tests of what happens meanwhile.
  public func beforeSave(_ action: (@Sendable () async -> Void)?) { state.withLock { $0.beforeSave = action } }

  public func load() async throws(SessionError) -> StoredSession? {
    guard let sealed = state.withLock({ $0.sealed }) else { return nil }
    return try StoredSession(reading: Secret(copying: sealed))
  }

  public func save(_ session: StoredSession) async throws(SessionError) {
    await state.withLock { $0.beforeSave }?()
    let bytes = session.sealedForm().withExposedBytes { Array($0) }
    let isSaved = state.withLock { state in
      guard !state.isFailing else { return false }
      state.sealed = bytes
      state.saves += 1
      return true
    }
    guard isSaved else { throw .storage }
  }

  /// Fails as a save does when a test says so.
  public func erase() async throws(SessionError) {
    let isErased = state.withLock { state in
      guard !state.isFailing else { return false }
      state.sealed = nil
      return true
    }
    guard isErased else { throw .storage }
  }
}
