#if os(Linux) || os(Android)
  public import PeerMesh
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Finds other nodes on one interface through a multicast group and gives out a UDP link to each.
  ///
  /// Everybody says a ``NeighbourBeacon`` to the group; the node with the lower address then speaks first, from address
  /// to address. Nothing here is believed: a link only carries datagrams, and the mesh proves the key on it.
  ///
  /// - Bounded: eight newcomers a second and two of one host, datagrams of one packet, 256 of them waiting per link. Of
  ///   those who have not proven the mission's key there are 32, eight of one host, and the oldest goes for a newcomer.
  ///   Those who have are the node's to bound (``PeerMesh/MeshLimits/links``); 96 in all, however many that allows.
  /// - Answers only addresses of the interface's own network, so that a forged beacon turns nobody's node against a
  ///   distant victim. A neighbour in the same network can be made to get a few handshakes.
  /// - A beacon, forged or not, ends no link but one that we began and on which nothing has come for 5 seconds more
  ///   than the nodes' ``PeerMesh/MeshLimits/announceInterval``: 65 unless it is set. Who was restarted under the same
  ///   address and port is a neighbour again as soon as it has said hello, and if it is spoken to first, within 15
  ///   seconds after that, unless somebody goes on sending datagrams in its name.
  /// - Does not hide that there is a mesh, who talks to whom, and how much. An IPv6 address of one link may hold the
  ///   hardware's number (RFC 4291, appendix A), which is the same in every mission; where it matters, let the system make
  ///   others (RFC 7217).
  /// - IPv4 or IPv6, one of them per neighbourhood. TAK's own groups are IPv4; any IPv6 group of one link will do,
  ///   `[ff12::ed6e:746c]:6970` for one (RFC 3307, section 4.3).
  ///
  /// Source: RFC 1112; RFC 5771; RFC 4291, section 2.7; RFC 4007.
  public final class DatagramNeighbourhood: Sendable {
    /// The largest datagram taken from anybody: Ethernet's packet without headers.
    static let largest = 1472
    /// Links to be attached to a node; those that nobody takes are closed beyond 96.
    public let links: AsyncStream<DatagramLink>
    /// Where this node receives.
    public let address: SocketAddress
    private let interface: NetworkInterface
    private let group: SocketAddress
    private let socket: OpenSocket
    private let beacon: NeighbourBeacon
    private let numbers: LinkNumbers
    private let now: @Sendable () -> MeshTime
    private let output: AsyncStream<DatagramLink>.Continuation
    private let neighbours: Mutex<Neighbours>
    private let sources = Mutex<[SocketSource]>([])

    /// Joins the group.
    ///
    /// - Parameters:
    ///   - port: where to receive; 0 lets the system choose.
    ///   - token: random, another one for each start.
    ///   - announceInterval: the ``PeerMesh/MeshLimits/announceInterval`` of the nodes here, the longest if they
    ///     differ. A link that is silent for three of them ends, and for a beacon after one and 5 seconds.
    /// - Throws: ``LinkSocketError/notMulticast``; ``LinkSocketError/noInterface`` when interface and group are not of one
    ///   version; ``LinkSocketError/system(call:errno:)``.
    public init(
      on interface: NetworkInterface, group: SocketAddress, port: UInt16 = 0, token: UInt64, numbers: LinkNumbers,
      announceInterval: MeshTime = MeshLimits().announceInterval, now: @escaping @Sendable () -> MeshTime
    ) throws(LinkSocketError) {
      guard group.host.isLinkGroup, group.port != 0 else { throw .notMulticast }
      guard interface.host.version == group.host.version else { throw .noInterface }
      self.interface = interface
      self.group = group.on(interface: interface.index)
      self.numbers = numbers
      self.now = now
      neighbours = Mutex(Neighbours(announceInterval: announceInterval))
      beacon = NeighbourBeacon(token: token)
      socket = try OpenSocket(.datagram, interface.host.version)
      try socket.bind(to: SocketAddress(host: interface.host, port: port))
      try socket.speak(on: interface)
      address = try socket.address()
      let ears = try OpenSocket(.datagram, interface.host.version)
      try ears.set(SOL_SOCKET, SO_REUSEADDR, Int32(1), "share the group's port")
      try ears.bind(to: self.group)
      try ears.join(self.group, on: interface)
      (links, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Admission.limit))
      listen(to: ears) { $0.hearBeacon($1, from: $2) }
      listen(to: socket) { $0.hear($1, from: $2) }
    }

    deinit { output.finish() }

    /// Says to the group that this node is here and ends links that are silent; to be called every few seconds.
    ///
    /// - Throws: ``LinkSocketError/system(call:errno:)`` when the system knows no way to the group: an interface that is
    ///   down, or that leads to no group, as loopback often does with IPv6. Nobody finds this node then; links go on.
    public func announce() throws(LinkSocketError) {
      let refused = socket.send(beacon.bytes, to: group)
      let now = now()
      for link in neighbours.withLock({ $0.silent(now) }) { link.end() }
      guard refused == 0 else { throw .system(call: "speak to the group", errno: refused) }
    }

    /// Speaks to a node that no group reaches, if it is on the interface's network.
    public func meet(_ peer: SocketAddress) {
      let peer = peer.on(interface: interface.index)
      admit(peer, role: address < peer ? .initiator : .responder)
    }

    /// Leaves the group and ends all links.
    public func close() {
      let ended = sources.withLock { sources in
        defer { sources = [] }
        return sources
      }
      for source in ended { source.cancel() }
      for neighbour in neighbours.withLock({ Array($0.all.values) }) { neighbour.link.end() }
      output.finish()
    }

    /// What IP and UDP put in front of a datagram. Source: RFC 791; RFC 8200; RFC 768.
    private var headers: Int { interface.host.version == .four ? 28 : 48 }

    private func listen(
      to socket: OpenSocket, _ take: @escaping @Sendable (DatagramNeighbourhood, [UInt8], SocketAddress) -> Void
    ) {
      let source = SocketSource(.readable, socket) { [weak self] socket in
        socket.receive(limit: Self.largest) { address, bytes in
          if let self { take(self, bytes, address) }
        }
      }
      sources.withLock { $0.append(source) }
    }

    private func hearBeacon(_ bytes: [UInt8], from peer: SocketAddress) {
      guard let heard = NeighbourBeacon(reading: bytes), heard != beacon else { return }
      // Else the other one speaks first: its first datagram makes the link, and after a restart its hello comes on the
      // link that is there. Who ends a link for a beacon says hello again: no side is left with half of a link.
      guard address < peer else { return }
      let now = now()
      neighbours.withLock { $0.noteBeacon(from: peer, now: now) }?.end()
      admit(peer, role: .initiator)
    }

    private func hear(_ bytes: [UInt8], from peer: SocketAddress) {
      let now = now()
      if let link = neighbours.withLock({ $0.heard(peer, now: now) }) { return link.receive(bytes) }
      if peer < address { admit(peer, role: .responder)?.receive(bytes) }
    }

    @discardableResult
    private func admit(_ peer: SocketAddress, role: LinkRole) -> DatagramLink? {
      guard peer.port != 0, peer != address, interface.reaches(peer.host) else { return nil }
      let now = now()
      let (initiator, responder) = role == .initiator ? (address, peer) : (peer, address)
      let (made, displaced) = neighbours.withLock { neighbours -> (DatagramLink?, DatagramLink?) in
        let (isAdmitted, displaced) = neighbours.admit(peer, now: now)
        guard isAdmitted else { return (nil, nil) }
        let description = LinkDescription(
          id: numbers.next(), kind: .datagram, role: role,
          binding: SocketAddress.binding(initiator: initiator, responder: responder),
          neighbour: peer.host.bytes, mtu: min(interface.mtu - headers, Self.largest))
        let link = DatagramLink(description, peer: peer, socket: socket) { [weak self] in
          self?.neighbours.withLock { $0.noteProof(of: peer) }
        } onClose: { [weak self] in
          guard let self else { return }
          let now = self.now()
          self.neighbours.withLock { $0.remove(peer, now: now) }
        }
        neighbours.add(link, now: now)
        return (link, displaced)
      }
      displaced?.end()
      guard let made else { return nil }
      if case .enqueued = output.yield(made) { return made }
      made.end()
      return nil
    }
  }
#endif
