public import ScreenPrivacy
import Synchronization

/// A store for the state of push notifications in memory.
public final class InMemoryPushStateStore: PushStateStore {
  private let state = Mutex<(kept: [UInt8]?, isFailing: Bool)>((nil, false))

  public init() {}

  /// The bytes that lie there; nil for none.
  public var kept: [UInt8]? {
    get { state.withLock { $0.kept } }
    set { state.withLock { $0.kept = newValue } }
  }

  /// Whether everything fails.
  public var isFailing: Bool {
    get { state.withLock { $0.isFailing } }
    set { state.withLock { $0.isFailing = newValue } }
  }

  public func load() async throws(NotificationRefusal) -> [UInt8]? {
    let (kept, isFailing) = state.withLock { $0 }
    if isFailing { throw .storage }
    return kept
  }

  public func save(_ bytes: [UInt8]) async throws(NotificationRefusal) {
    let isSaved = state.withLock { state in
      if !state.isFailing { state.kept = bytes }
      return !state.isFailing
    }
    guard isSaved else { throw .storage }
  }
}
