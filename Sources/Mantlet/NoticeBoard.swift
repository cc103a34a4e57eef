import Synchronization

/// Notices of the shield itself, for whoever listens; those that nobody heard wait for the first who does.
final class NoticeBoard: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<ShieldNotice>.Continuation] = [:]
    var number = 0
    var unheard: [ShieldNotice] = []
  }

  private let state = Mutex(State())

  func post(_ notice: ShieldNotice) {
    let listeners = state.withLock { state in
      if state.listeners.isEmpty { state.unheard.append(notice) }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(notice) }
  }

  /// - Returns: the listener's number.
  func add(_ listener: AsyncStream<ShieldNotice>.Continuation) -> Int {
    let (number, unheard) = state.withLock { state in
      state.number += 1
      state.listeners[state.number] = listener
      defer { state.unheard = [] }
      return (state.number, state.unheard)
    }
    for notice in unheard { listener.yield(notice) }
    return number
  }

  func remove(_ number: Int) { _ = state.withLock { $0.listeners.removeValue(forKey: number) } }
}
