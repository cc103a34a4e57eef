public import DataLifecycle
import Synchronization

/// A wipe target in memory: a key, some items, and perhaps a PIN counter that a reinstall keeps.
public final class InMemoryWipeTarget: WipeTarget {
  private struct State {
    var hasKey = true
    var items: Int
    var hasCounter: Bool
  }

  public let name: WipeTargetName
  public let kind: UserDataKind
  private let state: Mutex<State>

  /// - Parameter hasCounter: whether there is an attempt counter, which stays in ``WipeScope/reinstall``.
  public init(name: WipeTargetName, kind: UserDataKind, items: Int = 3, hasCounter: Bool = false) {
    self.name = name
    self.kind = kind
    state = Mutex(State(items: items, hasCounter: hasCounter))
  }

  public var hasKey: Bool { state.withLock { $0.hasKey } }
  public var items: Int { state.withLock { $0.items } }
  public var hasCounter: Bool { state.withLock { $0.hasCounter } }

  public func destroyKeys(_ scope: WipeScope) { state.withLock { $0.hasKey = false } }

  public func erase(_ scope: WipeScope) {
    state.withLock { state in
      state.items = 0
      if scope != .reinstall { state.hasCounter = false }
    }
  }

  public func remains(_ scope: WipeScope) -> [WipeRemnant] {
    state.withLock { state in
      var remnants: [WipeRemnant] = []
      let left = state.items + (state.hasKey ? 1 : 0)
      if left > 0 { remnants.append(WipeRemnant(count: left)) }
      if state.hasCounter { remnants.append(WipeRemnant(count: 1, kept: .attemptCounter)) }
      return remnants
    }
  }
}
