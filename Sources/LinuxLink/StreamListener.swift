#if os(Linux) || os(Android)
  import PeerMesh
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Takes TCP connections of neighbours on one address, at most 64 at once; the next ones are closed at once. Who
  /// connects has proven nothing: the node closes a link whose other side does not prove the key in time.
  public final class StreamListener: Sendable {
    private static let limit = 64
    /// Milliseconds without a new connection after the system had no room for one: it would be offered again at once.
    private static let rest = 100
    public let links: AsyncStream<StreamLink>
    public let address: SocketAddress
    private let output: AsyncStream<StreamLink>.Continuation
    private let source: SocketSource
    private let open = Open()

    private final class Open: Sendable {
      let count = Mutex(0)
    }

    /// - Parameter address: port 0 lets the system choose; an IPv6 one takes IPv6 only.
    /// - Throws: ``LinkSocketError/zoneNeeded``, ``LinkSocketError/system(call:errno:)``.
    public init(on address: SocketAddress, numbers: LinkNumbers) throws(LinkSocketError) {
      let socket = try OpenSocket(.stream, address.host.version)
      try socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1), "take the address again")
      try socket.bind(to: address)
      guard listen(socket.file, 16) == 0 else { throw .system(call: "listen", errno: errno) }
      self.address = try socket.address()
      (links, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
      source = SocketSource(.readable, socket, rest: Self.rest) { [output, open] socket in
        let file = accept(socket.file, nil, nil)
        guard file >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
        let connection = OpenSocket(accepted: file)
        let isTaken = open.count.withLock { count in
          guard count < Self.limit else { return false }
          count += 1
          return true
        }
        guard isTaken else { return true }
        let leave: @Sendable () -> Void = { open.count.withLock { $0 -= 1 } }
        guard let link = try? StreamLink(connection, role: .responder, id: numbers.next(), onClose: leave) else {
          leave()
          return true
        }
        output.yield(link)
        return true
      }
    }

    deinit { close() }

    /// Takes no more connections; those that are there go on.
    public func close() {
      source.cancel()
      output.finish()
    }
  }
#endif
