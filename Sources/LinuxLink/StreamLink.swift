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
  /// No datagram is lost while the link lasts. While 64 of them wait to be read nothing more is taken from the system, so the
  /// other side waits; when 512 KiB wait to be sent to a neighbour that takes too little, the link ends.
  public final class StreamLink: Link {
    private struct Sending {
      var waiting: [UInt8] = []
      var isClosed = false
      var retry: SocketSource?
    }

    /// More than a node hands over at once, so that no burst ends a link that is read.
    private static let waitingLimit = 512 * 1024
    public let description: LinkDescription
    public let datagrams: AsyncStream<[UInt8]>
    public let peer: SocketAddress
    private let inbox: StreamInbox
    private let socket: OpenSocket
    private let sending = Mutex(Sending())
    private let source: Mutex<SocketSource?> = Mutex(nil)
    private let onProof: @Sendable () -> Void
    private let onClose: @Sendable () -> Void

    init(
      _ socket: OpenSocket, role: LinkRole, id: LinkID, onProof: @escaping @Sendable () -> Void = {},
      onClose: @escaping @Sendable () -> Void = {}
    ) throws(LinkSocketError) {
      self.socket = socket
      self.onProof = onProof
      self.onClose = onClose
      let own = try socket.address()
      peer = try socket.address(ofPeer: true)
      try? socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1), "send at once")
      let (initiator, responder) = role == .initiator ? (own, peer) : (peer, own)
      description = LinkDescription(
        id: id, kind: .network, role: role,
        binding: SocketAddress.binding(initiator: initiator, responder: responder),
        neighbour: peer.host.bytes, mtu: DatagramFraming.limit)
      let inbox = StreamInbox()
      self.inbox = inbox
      datagrams = AsyncStream { await inbox.next() }
      inbox.onRoom { [weak self] in self?.read() }
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
      let isTaken = sending.withLock { sending in
        guard !sending.isClosed, sending.waiting.count + datagram.count + 2 <= Self.waitingLimit else { return false }
        sending.waiting += DatagramFraming.framed(datagram)
        return true
      }
      guard isTaken else {
        end()
        throw .linkClosed
      }
      guard flush() else { throw .linkClosed }
    }

    public func proved() { onProof() }

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

    /// Until the inbox is full; it asks again when there is room.
    private func read() {
      guard !isClosed else { return }
      let source = SocketSource(.readable, socket) { [weak self, inbox] socket in
        let state = inbox.fill {
          var buffer = [UInt8](repeating: 0, count: DatagramFraming.limit)
          let count = recv(socket.file, &buffer, buffer.count, 0)
          if count < 0, errno == EAGAIN || errno == EINTR { return [] }
          return count > 0 ? Array(buffer[..<count]) : nil
        }
        switch state {
        case .room: break
        case .full:
          self?.rest()
          // There may be room by now, and whoever made it has been here before us.
          if !inbox.isFull { self?.read() }
        case .over: self?.end()
        }
      }
      self.source.withLock { $0 = source }
      // It may have ended meanwhile.
      if isClosed { rest() }
    }

    private func rest() {
      source.withLock { source in
        source?.cancel()
        source = nil
      }
    }

    func end() {
      let isFirst = sending.withLock { sending in
        defer { sending.isClosed = true }
        sending.retry?.cancel()
        sending.retry = nil
        return !sending.isClosed
      }
      guard isFirst else { return }
      rest()
      shutdown(socket.file, Int32(SHUT_RDWR))
      inbox.end()
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
