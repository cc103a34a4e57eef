#if os(Linux) || os(Android)
  public import PeerMesh
  import Synchronization

  /// A link to one neighbour over UDP, made by a ``DatagramNeighbourhood``. What comes faster than it is read is lost
  /// beyond 256 datagrams.
  public final class DatagramLink: Link {
    public let description: LinkDescription
    public let datagrams: AsyncStream<[UInt8]>
    public let peer: SocketAddress
    private let inbound: AsyncStream<[UInt8]>.Continuation
    private let socket: OpenSocket
    private let isClosed = Mutex(false)
    private let onProof: @Sendable () -> Void
    private let onClose: @Sendable () -> Void

    init(
      _ description: LinkDescription, peer: SocketAddress, socket: OpenSocket, onProof: @escaping @Sendable () -> Void,
      onClose: @escaping @Sendable () -> Void
    ) {
      self.description = description
      self.peer = peer
      self.socket = socket
      self.onProof = onProof
      self.onClose = onClose
      (datagrams, inbound) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(256))
    }

    public func send(_ datagram: [UInt8]) async throws(MeshError) {
      guard datagram.count <= description.mtu else { throw .tooLarge(limit: description.mtu) }
      guard !isClosed.withLock({ $0 }) else { throw .linkClosed }
      socket.send(datagram, to: peer)
    }

    public func proved() { onProof() }

    public func close() async { end() }

    func end() {
      let wasClosed = isClosed.withLock { isClosed in
        defer { isClosed = true }
        return isClosed
      }
      guard !wasClosed else { return }
      inbound.finish()
      onClose()
    }

    func receive(_ datagram: [UInt8]) { inbound.yield(datagram) }
  }
#endif
