public import SealedRecords
import Synchronization

/// An anchor for tests: it remembers in memory.
public final class InMemoryRecordAnchor: RecordAnchor {
  private struct State {
    var kept: RecordState?
    var isLocked = false
    var saves = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// Whether the anchor is out of reach.
  public var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }

  /// How often something was saved.
  public var saves: Int { state.withLock { $0.saves } }

  public func load() async throws(RecordError) -> RecordState? {
    let kept: RecordState?? = state.withLock { $0.isLocked ? .none : .some($0.kept) }
    guard let kept else { throw .keyUnavailable(.index) }
    return kept
  }

  public func save(_ new: RecordState?) async throws(RecordError) {
    let isSaved = state.withLock { state in
      guard !state.isLocked else { return false }
      state.saves += 1
      if let new, let kept = state.kept, kept.store == new.store, kept.generation > new.generation { return true }
      state.kept = new
      return true
    }
    guard isSaved else { throw .keyUnavailable(.index) }
  }
}
