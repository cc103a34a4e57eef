public import AppIntegrity
import Synchronization

/// What checks of the device keep, in memory, with the faults that a test turns on.
public final class InMemoryCheckKeeping: CheckKeeping {
  /// What happens to a call.
  public enum Fault: Sendable, Hashable, CaseIterable {
    case none, unreadable, unwritable, damaged
  }

  private let state: Mutex<(bytes: [UInt8]?, fault: Fault, saves: [[UInt8]])>

  /// - Parameter bytes: what an earlier start left.
  public init(_ bytes: [UInt8]? = nil) { state = Mutex((bytes, .none, [])) }

  /// What lies there; nil for nothing.
  public var bytes: [UInt8]? {
    get { state.withLock { $0.bytes } }
    set { state.withLock { $0.bytes = newValue } }
  }

  public var fault: Fault {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// Everything that was saved, in this order: what a crash after any save leaves.
  public var saves: [[UInt8]] { state.withLock { $0.saves } }

  public func load() async throws(IntegrityError) -> [UInt8]? {
    let (bytes, fault) = state.withLock { ($0.bytes, $0.fault) }
    switch fault {
    case .unreadable: throw .historyUnreachable
    case .damaged: throw .historyDamaged
    case .none, .unwritable: return bytes
    }
  }

  public func save(_ bytes: [UInt8]) async throws(IntegrityError) {
    let isSaved = state.withLock { state in
      guard state.fault != .unwritable else { return false }
      state.bytes = bytes
      state.saves.append(bytes)
      return true
    }
    guard isSaved else { throw .historyUnreachable }
  }
}
