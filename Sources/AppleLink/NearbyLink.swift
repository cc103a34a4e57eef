public import PeerMesh
import Synchronization

/// A link to one neighbour over a radio or a network of Apple's, made by ``BluetoothNeighbourhood``,
/// ``MultipeerNeighbourhood`` or ``NetworkNeighbourhood``.
///
/// What waits to be sent is bounded by 128 KiB (512 KiB over a byte stream) and 4,096 datagrams, what waits to be read by
/// 512 KiB and as many. Beyond that datagrams are lost, and never half of one; a link over a byte stream, on which nothing is
/// said twice, ends instead. An empty datagram is not sent.
public final class NearbyLink: Link {
  private struct State {
    var mtu: Int
    var queue: SendQueue
    var isClosed = false
  }

  /// More than a node hands over at once, so that no burst ends a link that is read.
  private static let streamLimit = 512 * 1024
  private let id: LinkID
  private let kind: LinkKind
  private let role: LinkRole
  private let (binding, neighbour): ([UInt8], [UInt8])
  public let datagrams: AsyncStream<[UInt8]>
  private let inbound: Inbox
  private let state: Mutex<State>
  private let (onSend, onProof): (@Sendable () -> Void, @Sendable () -> Void)
  private let onClose: @Sendable () -> Void

  /// - Parameters:
  ///   - neighbour: the host, where the transport names it.
  ///   - onSend: there is something to send.
  ///   - onProof: the other side has proven the mission's key.
  ///   - onClose: the node closed the link.
  init(
    id: LinkID, kind: LinkKind, role: LinkRole, binding: [UInt8], neighbour: [UInt8], mtu: Int,
    onSend: @escaping @Sendable () -> Void, onProof: @escaping @Sendable () -> Void,
    onClose: @escaping @Sendable () -> Void
  ) {
    (self.id, self.kind, self.role) = (id, kind, role)
    (self.binding, self.neighbour) = (binding, neighbour)
    (self.onSend, self.onProof, self.onClose) = (onSend, onProof, onClose)
    let limit = kind == .network ? Self.streamLimit : SendQueue.byteLimit
    state = Mutex(State(mtu: mtu, queue: SendQueue(byteLimit: limit)))
    let inbound = Inbox()
    self.inbound = inbound
    datagrams = AsyncStream { await inbound.next() }
  }

  public var description: LinkDescription {
    LinkDescription(
      id: id, kind: kind, role: role, binding: binding, neighbour: neighbour, mtu: state.withLock { $0.mtu })
  }

  public func send(_ datagram: [UInt8]) async throws(MeshError) {
    let (refusal, isLost) = state.withLock { state -> (MeshError?, Bool) in
      if state.isClosed { return (.linkClosed, false) }
      if datagram.count > state.mtu { return (.tooLarge(limit: state.mtu), false) }
      return (nil, !datagram.isEmpty && !state.queue.add(datagram))
    }
    if let refusal { throw refusal }
    guard !isLost || mayLose else {
      await close()
      throw .linkClosed
    }
    onSend()
  }

  /// The mesh repeats what a radio lost, and nothing of a byte stream.
  private var mayLose: Bool { kind != .network }

  public func proved() { onProof() }

  public func close() async { if end() { onClose() } }

  /// False when it had ended before.
  @discardableResult
  func end() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      state.queue.removeAll()
      return !state.isClosed
    }
    if isFirst { inbound.end() }
    return isFirst
  }

  func receive(_ datagram: [UInt8]) {
    guard !inbound.add(datagram), !mayLose else { return }
    if end() { onClose() }
  }

  /// The transport carries so much now. What waits and is larger is lost.
  func resize(to mtu: Int) { state.withLock { $0.mtu = max(mtu, LinkDescription.minimumMTU) } }

  /// Hands out the datagram that has waited longest, which stays when the transport does not take it.
  ///
  /// - Returns: whether the transport took one.
  func sendNext(_ take: ([UInt8]) -> Bool) -> Bool {
    let next = state.withLock { state in
      while let first = state.queue.first, first.count > state.mtu { state.queue.removeFirst() }
      return state.queue.first
    }
    guard let next, take(next) else { return false }
    // Only the transport's queue takes datagrams out, so the first one is still this one, or the link has ended.
    state.withLock { $0.queue.removeFirst() }
    return true
  }
}
