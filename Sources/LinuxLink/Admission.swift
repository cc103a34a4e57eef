#if os(Linux) || os(Android)
  import PeerMesh

  /// What those who have proven nothing may take of a transport. Links whose other side has proven the key are the
  /// node's to count: it knows whose goes when there are too many, as one under a key in wrong hands, and closes that.
  enum Admission {
    enum Room: Equatable {
      case free
      /// This one of the strangers goes for the newcomer.
      case insteadOf(Int)
      case full
    }

    /// Newcomers in all and of one host.
    static let (rate, hostRate) = (Rate(perSecond: 8, burst: 16), Rate(perSecond: 2, burst: 8))
    /// Links that have proven nothing, in all and of one host. As many as come at once and in two seconds more: so long
    /// the transport leaves everybody for the proof, however many other hosts come. The node counts strangers among its
    /// own links and ends the oldest when it is full, so where nearly all of those are proven there is less.
    static let (strangers, hostShare) = (32, 8)
    /// Links in all: what a node keeps, and strangers.
    static let limit = MeshLimits().links + strangers

    /// Whether a newcomer has room: instead of the oldest of its own host when that has its share, else of the oldest
    /// of all.
    ///
    /// - Parameters:
    ///   - strangers: the hosts of links that have proven nothing, the oldest first.
    ///   - count: all links.
    static func room(for host: SocketHost, among strangers: [SocketHost], of count: Int) -> Room {
      let own = strangers.indices.filter { strangers[$0] == host }
      if own.count >= hostShare { return .insteadOf(own[0]) }
      guard strangers.count >= Self.strangers || count >= limit else { return .free }
      return strangers.isEmpty ? .full : .insteadOf(0)
    }
  }
#endif
