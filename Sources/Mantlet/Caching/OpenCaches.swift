import DataLifecycle
import Synchronization

/// The caches and preferences that are open now, for the wipe, which lets go of them, and for the system, which asks for
/// memory.
final class OpenCaches: PressureRelief {
  enum Slot: Hashable {
    case responses, images, preferences, log
    case memory(ObjectIdentifier)
  }

  private struct Entry {
    let handle: any Sendable
    let access: ReadAccess
    let relieve: @Sendable (PressureEvent) -> Void
    let settle: @Sendable () -> Void
  }

  private let entries = Mutex<[Slot: Entry]>([:])

  /// What is open there, unless a wipe ended it.
  func handle(_ slot: Slot) -> (any Sendable)? {
    entries.withLock { entries in
      guard let entry = entries[slot], (try? entry.access.require()) != nil else { return nil }
      return entry.handle
    }
  }

  /// - Parameter settle: returns when nobody is inside any more who came before the access ended.
  func keep(
    _ handle: any Sendable, in slot: Slot, _ access: ReadAccess,
    relieve: @escaping @Sendable (PressureEvent) -> Void = { _ in }, settle: @escaping @Sendable () -> Void
  ) {
    entries.withLock { $0[slot] = Entry(handle: handle, access: access, relieve: relieve, settle: settle) }
  }

  /// Called when their access has ended: whoever holds one is refused, and what was under way is done when this returns.
  func close() {
    let closed = entries.withLock { entries in
      defer { entries = [:] }
      return entries.values.map { ($0.relieve, $0.settle) }
    }
    for (relieve, settle) in closed {
      relieve(.termination)
      settle()
    }
  }

  var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  func relieve(_ event: PressureEvent) {
    // Outside of the lock: a cache may take its time on the disk.
    for relieve in entries.withLock({ $0.values.map(\.relieve) }) { relieve(event) }
  }
}
