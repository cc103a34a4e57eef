import DataLifecycle
import Foundation
import Synchronization

/// Where lines go: into the open log file, or into memory until there is one.
final class LogFileSlot: Sendable {
  /// More is lost: the first lines of a start tell most.
  private static let waitingLimit = 64

  private struct State {
    var open: (log: SealedLog, now: @Sendable () -> Date)?
    var waiting: [String] = []
  }

  private let state = Mutex(State())

  func write(_ text: String) {
    let open = state.withLock { state in
      if state.open == nil, state.waiting.count < Self.waitingLimit { state.waiting.append(text) }
      return state.open
    }
    if let open { open.log.append(text, now: open.now()) }
  }

  /// What waited comes first, with the time at which the file was opened: one clock for all lines of a file.
  func attach(_ log: SealedLog, now: @escaping @Sendable () -> Date) {
    state.withLock { state in
      for line in state.waiting { log.append(line, now: now()) }
      state.waiting = []
      state.open = (log, now)
    }
  }
}
