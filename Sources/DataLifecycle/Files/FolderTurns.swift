import Foundation
import Synchronization

/// Whose turn it is to ask for the lock of a folder in this process: one after the other, in the order in which they came.
///
/// The kernel keeps no order among those who only try, so a thread that writes again and again would keep the others out.
/// With it only processes contend for flock(2).
enum FolderTurns {
  struct Folder: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Waiter {
    let descriptor: Int32
    let bell: NSCondition
  }

  private struct State {
    /// A folder is in it while somebody has the turn.
    var waiting: [Folder: [Waiter]] = [:]
    /// By the descriptor of the one who has the turn.
    var taken: [Int32: Folder] = [:]
  }

  private static let state = Mutex(State())

  /// Waits on the calling thread; who has the turn already keeps it.
  ///
  /// - Throws: ``LifecycleError/busy``.
  static func take(
    _ folder: Folder, for descriptor: Int32, until end: ContinuousClock.Instant
  ) throws(LifecycleError) {
    let bell: NSCondition? = state.withLock { state in
      if state.taken[descriptor] != nil { return nil }
      guard state.waiting[folder] != nil else {
        state.waiting[folder] = []
        state.taken[descriptor] = folder
        return nil
      }
      let bell = NSCondition()
      state.waiting[folder]?.append(Waiter(descriptor: descriptor, bell: bell))
      return bell
    }
    guard let bell else { return }
    bell.lock()
    defer { bell.unlock() }
    while !hasTurn(descriptor) {
      let left = ContinuousClock.now.duration(to: end) / .seconds(1)
      if left > 0 {
        _ = bell.wait(until: Date(timeIntervalSinceNow: left))
      } else if give(up: folder, descriptor) {
        throw .busy
      }
    }
  }

  private static func hasTurn(_ descriptor: Int32) -> Bool { state.withLock { $0.taken[descriptor] != nil } }

  /// False when the turn came at the last moment.
  private static func give(up folder: Folder, _ descriptor: Int32) -> Bool {
    state.withLock { state in
      if state.taken[descriptor] != nil { return false }
      state.waiting[folder]?.removeAll { $0.descriptor == descriptor }
      return true
    }
  }

  /// What ``pass(_:)`` wants; nil for one who has no turn. To be asked before the descriptor is closed: its number may
  /// be another one's at once.
  static func leave(_ descriptor: Int32) -> Folder? { state.withLock { $0.taken.removeValue(forKey: descriptor) } }

  /// The next one's turn.
  static func pass(_ folder: Folder?) {
    guard let folder else { return }
    let bell: NSCondition? = state.withLock { state in
      guard let next = state.waiting[folder]?.first else {
        state.waiting[folder] = nil
        return nil
      }
      state.waiting[folder]?.removeFirst()
      state.taken[next.descriptor] = folder
      return next.bell
    }
    // Who waits looks for the turn with the bell locked: it is not rung in between.
    bell?.lock()
    bell?.signal()
    bell?.unlock()
  }
}
