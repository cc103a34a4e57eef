import PeerMesh
import Synchronization

/// Datagrams that wait until the node reads them: bounded in bytes and in number, whatever the MTU is or becomes. What is
/// beyond is lost.
final class Inbox: Sendable {
  private struct State {
    var queue = SendQueue(byteLimit: Inbox.byteLimit)
    var isEnded = false
  }

  /// What a node takes from one neighbour at once.
  static let byteLimit = 512 * 1024
  private let state = Mutex(State())
  private let bell = ArrivalBell()

  /// False when it is lost.
  @discardableResult
  func add(_ datagram: [UInt8]) -> Bool {
    let isTaken = state.withLock { !$0.isEnded && $0.queue.add(datagram) }
    if isTaken { bell.ring() }
    return isTaken
  }

  /// What waits is still read.
  func end() {
    state.withLock { $0.isEnded = true }
    bell.end()
  }

  /// The datagram that has waited longest; nil when none will come. For one reader.
  func next() async -> [UInt8]? {
    await bell.next {
      state.withLock { state in
        defer { state.queue.removeFirst() }
        return (state.queue.first, state.isEnded)
      }
    }
  }
}
