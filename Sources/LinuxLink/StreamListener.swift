#if os(Linux) || os(Android)
  public import PeerMesh

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Takes TCP connections of neighbours on one address. Who connects has proven nothing, and the node closes a link
  /// whose other side does not prove the key in time.
  ///
  /// - Bounded: eight newcomers a second and two of one host; a connection beyond that is closed at once, so that
  ///   nobody waits behind it. Of those who have not proven the mission's key there are 32, eight of one host, and the
  ///   oldest goes for a newcomer. Those who have are the node's to bound (``PeerMesh/MeshLimits/links``); 96 in all,
  ///   however many that allows.
  /// - Who holds many addresses is many hosts: a newcomer may have to come again until one of the eight is its own, and
  ///   has two seconds for its proof then; less in a node where proven links leave strangers fewer than 32 places: the
  ///   next one takes the last of them.
  public final class StreamListener: Sendable {
    /// Milliseconds without a new connection after the system had no room for one: it would be offered again at once.
    private static let rest = 100
    /// Links to be attached to a node; those that nobody takes are closed beyond 96.
    public let links: AsyncStream<StreamLink>
    public let address: SocketAddress
    private let output: AsyncStream<StreamLink>.Continuation
    private let source: SocketSource

    /// - Parameters:
    ///   - address: port 0 lets the system choose; an IPv6 one takes IPv6 only.
    ///   - now: the clock that newcomers are counted by.
    /// - Throws: ``LinkSocketError/zoneNeeded``, ``LinkSocketError/system(call:errno:)``.
    public init(
      on address: SocketAddress, numbers: LinkNumbers, now: @escaping @Sendable () -> MeshTime
    ) throws(LinkSocketError) {
      let socket = try OpenSocket(.stream, address.host.version)
      try socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1), "take the address again")
      try socket.bind(to: address)
      guard listen(socket.file, 16) == 0 else { throw .system(call: "listen", errno: errno) }
      self.address = try socket.address()
      (links, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Admission.limit))
      let guests = StreamGuests()
      source = SocketSource(.readable, socket, rest: Self.rest) { [output] socket in
        let file = accept(socket.file, nil, nil)
        guard file >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
        guard let link = guests.admit(OpenSocket(accepted: file), id: numbers.next(), now: now()) else { return true }
        if case .enqueued = output.yield(link) { return true }
        // Nobody takes it.
        link.end()
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
