import DataLifecycle
import Foundation
import Synchronization

/// Where lines go: into the open log file, or into memory until there is one.
package final class LogFileSlot: Sendable {
  /// More is lost: the first lines of a start tell most.
  private static let waitingLimit = 64
  /// What is longer is cut, as the file does: what waits takes 1 MiB of memory at most.
  private static let lineLimit = 16 << 10

  private struct State {
    var open: (log: SealedLog, now: @Sendable () -> Date)?
    var waiting: [String] = []
  }

  private let state = Mutex(State())

  /// How many bytes wait for the file.
  package var waitingBytes: Int { state.withLock { $0.waiting.reduce(0) { $0 + $1.utf8.count } } }

  func write(_ text: String) {
    let open = state.withLock { state in
      if state.open == nil, state.waiting.count < Self.waitingLimit { state.waiting.append(Self.cut(text)) }
      return state.open
    }
    if let open { open.log.append(text, now: open.now()) }
  }

  /// A cut character becomes a sign of three bytes.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > lineLimit else { return text }
    return String(decoding: text.utf8.prefix(lineLimit - 3), as: UTF8.self)
  }

  /// What waited comes first, with the time at which the file was opened: one clock for all lines of a file.
  package func attach(_ log: SealedLog, now: @escaping @Sendable () -> Date) {
    state.withLock { state in
      for line in state.waiting { log.append(line, now: now()) }
      state.waiting = []
      state.open = (log, now)
    }
  }
}
