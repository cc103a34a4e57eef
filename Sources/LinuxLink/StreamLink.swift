#if os(Linux) || os(Android)
  import Dispatch
  public import PeerMesh
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A link to one neighbour over TCP. Nothing but the framing is added to TCP: the mesh proves the key and seals.
  ///
  /// What waits to be sent is bounded by 256 KiB, what waits to be read by 64 datagrams; beyond that datagrams are lost, as on
  /// any link, and never half of one.
  public final class StreamLink: Link {
    private struct Sending {
      var waiting: [UInt8] = []
      var isClosed = false
      var retry: SocketSource?
    }

    private static let waitingLimit = 256 * 1024
    public let description: LinkDescription
    public let datagrams: AsyncStream<[UInt8]>
    public let peer: SocketAddress
    private let inbound: AsyncStream<[UInt8]>.Continuation
    private let socket: OpenSocket
    private let sending = Mutex(Sending())
    private let source: Mutex<SocketSource?> = Mutex(nil)
    private let onClose: @Sendable () -> Void

    init(
      _ socket: OpenSocket, role: LinkRole, id: LinkID, onClose: @escaping @Sendable () -> Void = {}
    ) throws(LinkSocketError) {
      self.socket = socket
      self.onClose = onClose
      let own = try socket.address()
      peer = try socket.address(ofPeer: true)
      try? socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1), "send at once")
      let (initiator, responder) = role == .initiator ? (own, peer) : (peer, own)
      description = LinkDescription(
        id: id, kind: .network, role: role,
        binding: SocketAddress.binding(initiator: initiator, responder: responder),
        neighbour: peer.host.bytes, mtu: DatagramFraming.limit)
      (datagrams, inbound) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
      read()
    }

    deinit { end() }

    /// Connects, for at most `patience` seconds.
    ///
    /// - Throws: ``LinkSocketError/zoneNeeded``, ``LinkSocketError/timedOut``, ``LinkSocketError/system(call:errno:)``.
    public static func connect(
      to address: SocketAddress, id: LinkID, patience: Int = 10
    ) async throws(LinkSocketError) -> StreamLink {
      let result = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: Result { () throws(LinkSocketError) in try dial(address, patience) })
        }
      }
      return try StreamLink(try result.get(), role: .initiator, id: id)
    }

    public func send(_ datagram: [UInt8]) async throws(MeshError) {
      guard datagram.count <= description.mtu else { throw .tooLarge(limit: description.mtu) }
      let isOpen = sending.withLock { sending in
        guard !sending.isClosed else { return false }
        if sending.waiting.count + datagram.count + 2 <= Self.waitingLimit {
          sending.waiting += DatagramFraming.framed(datagram)
        }
        return true
      }
      guard isOpen, flush() else { throw .linkClosed }
    }

    public func close() async { end() }

    /// Whether the connection is over.
    public var isClosed: Bool { sending.withLock { $0.isClosed } }

    /// Sends what the system takes now; false when the connection is gone.
    private func flush() -> Bool {
      let isOpen = sending.withLock { sending in
        while !sending.isClosed, !sending.waiting.isEmpty {
          let count = Self.systemSend(socket.file, sending.waiting)
          if count > 0 {
            sending.waiting.removeFirst(count)
          } else if errno == EAGAIN {
            if sending.retry == nil { sending.retry = waitUntilWritable() }
            return true
          } else if errno != EINTR {
            return false
          }
        }
        sending.retry?.cancel()
        sending.retry = nil
        return !sending.isClosed
      }
      if !isOpen { end() }
      return isOpen
    }

    private func waitUntilWritable() -> SocketSource {
      SocketSource(.writable, socket) { [weak self] _ in _ = self?.flush() }
    }

    private func read() {
      let framing = Mutex(DatagramFraming())
      let source = SocketSource(.readable, socket) { [weak self] socket in
        var buffer = [UInt8](repeating: 0, count: DatagramFraming.limit)
        let count = recv(socket.file, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard let self else { return }
        guard count > 0 else { return self.end() }
        let isBroken = framing.withLock { framing in
          for datagram in framing.add(Array(buffer[..<count])) { self.inbound.yield(datagram) }
          return framing.isBroken
        }
        if isBroken { self.end() }
      }
      self.source.withLock { $0 = source }
    }

    private func end() {
      let isFirst = sending.withLock { sending in
        defer { sending.isClosed = true }
        sending.retry?.cancel()
        sending.retry = nil
        return !sending.isClosed
      }
      guard isFirst else { return }
      source.withLock { source in
        source?.cancel()
        source = nil
      }
      shutdown(socket.file, Int32(SHUT_RDWR))
      inbound.finish()
      onClose()
    }

    /// A connected socket; blocks.
    private static func dial(_ address: SocketAddress, _ patience: Int) throws(LinkSocketError) -> OpenSocket {
      guard !address.host.needsZone else { throw .zoneNeeded }
      let socket = try OpenSocket(.stream, address.host.version)
      if socket.connect(to: address) == 0 { return socket }
      guard errno == EINPROGRESS else { throw .system(call: "connect", errno: errno) }
      var waiting = pollfd(fd: socket.file, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, Int32(clamping: max(patience, 0) * 1000)) > 0 else { throw .timedOut }
      var (failure, size) = (Int32(0), socklen_t(4))
      guard getsockopt(socket.file, SOL_SOCKET, SO_ERROR, &failure, &size) == 0, failure == 0 else {
        throw .system(call: "connect", errno: failure)
      }
      return socket
    }

    private static func systemSend(_ file: Int32, _ bytes: [UInt8]) -> Int {
      #if canImport(Glibc)
        Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      #elseif canImport(Musl)
        Musl.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      #else
        Android.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
    }
  }
#endif
