public import PeerMesh
public import Redaction
import Synchronization

/// A mesh key store in memory, which can be told to fail as real ones do.
public final class InMemoryMeshKeyStore: MeshKeyStore {
  /// What goes wrong.
  public enum Fault: Sendable, Hashable {
    /// Nothing can be read; the number is the platform's.
    case unreadable(Int32)
    case unwritable(Int32)
    /// A removal reports success and leaves everything.
    case removesNothing
  }

  private struct State: ~Copyable {
    var bytes: Secret?
    var fault: Fault?
    var saves = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// How often something was saved.
  public var saves: Int { state.withLock { $0.saves } }

  /// From now on this goes wrong; nil: nothing.
  public func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }

  public func load() async throws(MeshError) -> Secret? {
    let fault = state.withLock { $0.fault }
    if case .unreadable(let code) = fault { throw .store(code) }
    return state.withLock { $0.bytes?.duplicate() }
  }

  public func save(_ mission: borrowing Secret) async throws(MeshError) {
    let fault = state.withLock { $0.fault }
    if case .unwritable(let code) = fault { throw .store(code) }
    let copy = Held(mission.duplicate())
    state.withLock { state in
      state.bytes = copy.secret.duplicate()
      state.saves += 1
    }
  }

  public func remove() async throws(MeshError) {
    state.withLock { if $0.fault != .removesNothing { $0.bytes = nil } }
  }

  private final class Held: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }
}
