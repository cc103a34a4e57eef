public import Redaction
public import SealedRecords
import Synchronization

/// Record keys for tests: kept in memory, each different, and erased when asked to.
public final class InMemoryRecordKeys: RecordKeys {
  private struct Name: Hashable {
    let kind: RecordKind
    let version: Int
  }

  private struct State {
    var keys: [Name: [UInt8]] = [:]
    var isLocked = false
    let first: UInt8
    /// How many were made.
    var made = 0

    /// No two are alike, as far as 65,536 of them go.
    mutating func next() -> [UInt8] {
      defer { made += 1 }
      var key = (0..<32).map { UInt8($0) &+ first &+ UInt8(truncatingIfNeeded: made << 5) }
      key[30] ^= UInt8(truncatingIfNeeded: made >> 11)
      key[31] ^= UInt8(truncatingIfNeeded: made >> 3)
      return key
    }
  }

  private let state: Mutex<State>

  /// - Parameter first: decides all keys: two with the same number make the same keys in the same order.
  public init(first: UInt8 = 1) { state = Mutex(State(first: first)) }

  /// Whether every key is out of reach, as on a locked device.
  public var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }

  /// How many keys there are.
  public var count: Int { state.withLock { $0.keys.count } }

  /// Puts a key in: one that a test or an older version of an app knows.
  public func put(_ key: [UInt8], for kind: RecordKind, version: Int) {
    state.withLock { $0.keys[Name(kind: kind, version: version)] = key }
  }

  public func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
    let key: [UInt8]?? = state.withLock {
      $0.isLocked ? .none : .some($0.keys[Name(kind: kind, version: version)])
    }
    guard let key else { throw .keyUnavailable(kind) }
    guard let bytes = key else { return nil }
    return Secret(copying: bytes)
  }

  public func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    let isMade = state.withLock { state in
      guard !state.isLocked else { return false }
      let name = Name(kind: kind, version: version)
      guard state.keys[name] == nil else { return true }
      state.keys[name] = state.next()
      return true
    }
    guard isMade else { throw .keyUnavailable(kind) }
  }

  public func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    let isErased = state.withLock { state in
      guard !state.isLocked else { return false }
      state.keys[Name(kind: kind, version: version)] = nil
      return true
    }
    guard isErased else { throw .keyUnavailable(kind) }
  }
}
