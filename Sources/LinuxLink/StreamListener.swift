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

  /// Takes TCP connections of neighbours on one address, at most 64 at once. Who connects has proven nothing: the node closes
  /// a link whose other side does not prove the key in time, and the oldest of these goes when there are more; among 64
  /// that are proven the next one is closed at once.
  public final class StreamListener: Sendable {
    private static let limit = 64
    /// Milliseconds without a new connection after the system had no room for one: it would be offered again at once.
    private static let rest = 100
    public let links: AsyncStream<StreamLink>
    public let address: SocketAddress
    private let output: AsyncStream<StreamLink>.Continuation
    private let source: SocketSource
    private let open = Open()

    private struct Guest {
      let id: LinkID
      weak var link: StreamLink?
    }

    /// In the order of their coming.
    private final class Open: Sendable {
      let guests = Mutex<[Guest]>([])

      func leave(_ id: LinkID) { guests.withLock { $0.removeAll { $0.id == id } } }

      /// The link that goes for another, if one has to; nil with false if none may.
      func makeRoom() -> (isThere: Bool, leaving: StreamLink?) {
        guests.withLock { guests in
          guard guests.count >= StreamListener.limit else { return (true, nil) }
          guard let place = guests.firstIndex(where: { $0.link?.isProven != true }) else { return (false, nil) }
          return (true, guests.remove(at: place).link)
        }
      }
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
        let (isThere, leaving) = open.makeRoom()
        leaving?.end()
        let id = numbers.next()
        guard isThere,
          let link = try? StreamLink(connection, role: .responder, id: id, onClose: { open.leave(id) })
        else { return true }
        open.guests.withLock { $0.append(Guest(id: id, link: link)) }
        // It may have ended before it was a guest.
        if link.isClosed { open.leave(id) }
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
