#if os(Linux) || os(Android)
  import PeerMesh
  import Synchronization

  /// The connections that a ``StreamListener`` took: bounded in number and in newcomers, because whoever reaches the
  /// port can come any number of times. They belong to whoever takes the links.
  final class StreamGuests: Sendable {
    private struct Guest {
      let id: LinkID
      let host: SocketHost
      weak var link: StreamLink?
      /// Whether it holds the mission's key; who does makes room for no stranger.
      var isProven = false
    }

    private struct State {
      /// In the order of their coming.
      var guests: [Guest] = []
      var newcomers = NewcomerBudget<SocketHost>(Admission.rate, ofOneHost: Admission.hostRate, now: 0)

      /// Whether a newcomer has room now, and the link that goes for it, if one has to.
      mutating func makeRoom(for host: SocketHost, now: MeshTime) -> (isThere: Bool, leaving: StreamLink?) {
        let strangers = guests.indices.filter { !guests[$0].isProven }
        let room = Admission.room(for: host, among: strangers.map { guests[$0].host }, of: guests.count)
        guard room != .full, newcomers.take(host, now: now) else { return (false, nil) }
        guard case .insteadOf(let place) = room else { return (true, nil) }
        return (true, guests.remove(at: strangers[place]).link)
      }
    }

    private let state = Mutex(State())

    /// The link on a new connection, once the one that goes for it is closed; nil when none may come now: then the
    /// connection ends with its last owner.
    func admit(_ connection: OpenSocket, id: LinkID, now: MeshTime) -> StreamLink? {
      guard let host = try? connection.address(ofPeer: true).host else { return nil }
      let (isThere, leaving) = state.withLock { $0.makeRoom(for: host, now: now) }
      leaving?.end()
      guard isThere, let link = try? makeLink(on: connection, id: id) else { return nil }
      state.withLock { $0.guests.append(Guest(id: id, host: host, link: link)) }
      // It may have ended before it was a guest.
      if link.isClosed { leave(id) }
      return link
    }

    private func makeLink(on connection: OpenSocket, id: LinkID) throws(LinkSocketError) -> StreamLink {
      try StreamLink(connection, role: .responder, id: id) { [weak self] in
        self?.noteProof(of: id)
      } onClose: { [weak self] in
        self?.leave(id)
      }
    }

    private func noteProof(of id: LinkID) {
      state.withLock { state in
        guard let place = state.guests.firstIndex(where: { $0.id == id }) else { return }
        state.guests[place].isProven = true
      }
    }

    private func leave(_ id: LinkID) { state.withLock { $0.guests.removeAll { $0.id == id } } }
  }
#endif
