import DataLifecycle
import Synchronization

/// A wipe target that does not let go until it is told to.
final class StubbornTarget: WipeTarget {
  static let name = WipeTargetName(constant: "stubborn")
  private let isHolding = Mutex(true)

  var name: WipeTargetName { Self.name }
  var kind: UserDataKind { .webData }

  func yield() { isHolding.withLock { $0 = false } }

  func destroyKeys(_ scope: WipeScope) {}

  func erase(_ scope: WipeScope) throws(LifecycleError) {
    if isHolding.withLock({ $0 }) { throw .denied(1) }
  }

  func remains(_ scope: WipeScope) -> [WipeRemnant] { isHolding.withLock { $0 } ? [WipeRemnant(count: 1)] : [] }
}
