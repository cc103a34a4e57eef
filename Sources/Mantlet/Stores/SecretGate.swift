import SecretStorage
import Synchronization

/// Opens and closes the secret store for everybody but the wipe and the session: between two accounts, and while
/// something is being erased, nobody reads, and nobody writes behind the back of it.
final class SecretGate: Sendable {
  private struct State {
    var generation = 0
    var isOpen = false
    var isOrphaned = false
    var inside = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let store: any SecretStore
  private let state = Mutex(State())

  init(_ store: any SecretStore) { self.store = store }

  /// The generation that is open now; nil while the gate is closed.
  var current: Int? { state.withLock { $0.isOpen ? $0.generation : nil } }

  /// Whether what lies here has an owner whose session is lost: nobody can tell any more whether it was locked, so
  /// nothing is read before the owner signs in.
  var isOrphaned: Bool {
    get { state.withLock { $0.isOrphaned } }
    set { state.withLock { $0.isOrphaned = newValue } }
  }

  /// Begins a generation: whoever was let in for an earlier one stays outside.
  func open() {
    state.withLock { state in
      state.generation += 1
      state.isOpen = true
    }
  }

  /// Lets nobody in any more, and returns when the last one has left.
  func close() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        state.isOpen = false
        if state.inside > 0 { state.waiting.append(continuation) }
        return state.inside == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// - Parameter generation: nil for whichever is open.
  func enter(_ generation: Int?) throws(StorageError) {
    let isAdmitted = state.withLock { state in
      guard state.isOpen, generation ?? state.generation == state.generation else { return false }
      state.inside += 1
      return true
    }
    guard isAdmitted else { throw .wipePending }
  }

  func leave() {
    let waiting = state.withLock { state in
      state.inside -= 1
      guard state.inside == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
