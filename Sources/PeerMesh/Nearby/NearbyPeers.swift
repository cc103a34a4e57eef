/// Whom a device is connected to, or about to be: bounded in number, in newcomers and in time, because anybody near can
/// pretend to be any number of devices. Values only; `Key` names a connection of the transport.
///
/// Two devices that find each other at the same time make two connections; one is kept: the one that the device with the
/// lower id opened. Ids prove nothing, so nobody can end a link that has lasted by claiming the id of its other side; who is
/// near and claims it first keeps two devices apart for ``patience``, as jamming would.
package struct NearbyPeers<Key: Hashable & Sendable>: Sendable {
  private struct Peer {
    let role: LinkRole
    let began: MeshTime
    /// Counts them in the order of their coming.
    let number: Int
    /// Where it is, as far as the transport says.
    var host: [UInt8]?
    var id: NearbyID?
    var isLink = false
    var isProven = false
  }

  /// Newcomers per second on the long run, and at once; who connects to us does not use up our own tries.
  package static var newcomers: Rate { Rate(perSecond: 4, burst: 16) }
  /// The same of one host, where the transport names hosts.
  package static var hostNewcomers: Rate { Rate(perSecond: 2, burst: 8) }
  /// Connections that one host may have before it has proven anything.
  package static var hostShare: Int { 8 }
  /// How long a connection may take to become a link, and a link to be proven.
  package static var patience: MeshTime { 10_000 }
  /// After a connection ended, its other side waits so long for the next.
  package static var rest: MeshTime { 5_000 }
  /// The same for a second connection to a device that has one already: it would be made again and again.
  package static var duplicateRest: MeshTime { 30_000 }

  package let limit: Int
  private let strangers: Int?
  private var peers: [Key: Peer] = [:]
  private var made = 0
  private var resting: [Key: MeshTime] = [:]
  private var tries: TokenBucket
  private var visits: NewcomerBudget<[UInt8]>

  /// - Parameters:
  ///   - limit: connections in all.
  ///   - strangers: connections that have proven nothing. The oldest goes for a newcomer, and those that have proven
  ///     the key are the node's to bound, which knows whose goes. Nil where the transport hears of no proof: then who
  ///     is there stays.
  package init(limit: Int, strangers: Int? = nil, now: MeshTime) {
    (self.limit, self.strangers) = (limit, strangers)
    tries = TokenBucket(Self.newcomers, now: now)
    visits = NewcomerBudget(Self.newcomers, ofOneHost: Self.hostNewcomers, now: now)
  }

  package var count: Int { peers.count }
  package var keys: [Key] { Array(peers.keys) }
  package func contains(_ key: Key) -> Bool { peers[key] != nil }

  /// Takes a newcomer, unless it is here, has just gone, or there are too many.
  ///
  /// - Parameters:
  ///   - role: ours: the initiator opened the connection.
  ///   - host: who connected to us, if the transport says it.
  /// - Returns: whether it was taken, and the connection that is no longer here for it, if one had to go.
  package mutating func admit(
    _ key: Key, role: LinkRole, host: [UInt8]? = nil, now: MeshTime
  ) -> (isAdmitted: Bool, leaving: Key?) {
    // A clock that went back lets nobody rest for ever.
    resting = resting.filter { $0.value - Self.duplicateRest <= now && now < $0.value }
    let (isFull, oldest) = room()
    guard peers[key] == nil, !isFull || oldest != nil, resting[key] == nil, hasRoom(for: key, at: host) else {
      return (false, nil)
    }
    let isInBudget =
      switch role {
      case .initiator: tries.take(1, of: Self.newcomers, now: now)
      case .responder: visits.take(host, now: now)
      }
    guard isInBudget else { return (false, nil) }
    if let oldest { remove(oldest, now: now, rest: Self.rest) }
    made += 1
    peers[key] = Peer(role: role, began: now, number: made, host: host)
    return (true, oldest)
  }

  /// Whether a newcomer has no place of its own, and whose it may have then.
  private func room() -> (isFull: Bool, oldest: Key?) {
    guard let strangers else { return (peers.count >= limit, nil) }
    let unproven = peers.filter { !$0.value.isProven }
    guard unproven.count >= strangers || peers.count >= limit else { return (false, nil) }
    return (true, unproven.min { $0.value.number < $1.value.number }?.key)
  }

  /// The connection turns out to lead to this host.
  ///
  /// - Returns: false when the host has its share already.
  package mutating func locate(_ key: Key, at host: [UInt8]) -> Bool {
    guard hasRoom(for: key, at: host) else { return false }
    peers[key]?.host = host
    return true
  }

  private func hasRoom(for key: Key, at host: [UInt8]?) -> Bool {
    guard let host else { return true }
    return peers.count { $0.key != key && $0.value.host == host && !$0.value.isProven } < Self.hostShare
  }

  package func host(of key: Key) -> [UInt8]? { peers[key]?.host }

  /// The other side has proven the mission's key.
  package mutating func noteProof(of key: Key) { peers[key]?.isProven = true }

  /// The other side of `key` says that it is `id`.
  package mutating func claim(_ id: NearbyID, own: NearbyID, by key: Key, now: MeshTime) -> NearbyClaim<Key> {
    // Our own id: ourselves, or somebody who says our words back to us.
    guard let peer = peers[key], peer.id == nil, id != own else { return .refused }
    let other = peers.first { $0.key != key && $0.value.id == id }
    if let other {
      let isProven = other.value.isLink && now - other.value.began >= Self.patience
      let kept: LinkRole = own < id ? .initiator : .responder
      guard !isProven, other.value.role != peer.role, peer.role == kept else { return .refused }
    }
    peers[key]?.id = id
    return .granted(displacing: other?.key)
  }

  /// The connection carries datagrams from now on.
  package mutating func settle(_ key: Key) { peers[key]?.isLink = true }

  /// - Parameter rest: how long the other side has to wait; 0 for one that said hello anew.
  package mutating func remove(_ key: Key, now: MeshTime, rest: MeshTime) {
    guard peers.removeValue(forKey: key) != nil, rest > 0 else { return }
    // Bounded by the newcomers of that time.
    resting[key] = now + rest
  }

  /// Connections that have not become a link in time.
  package func overdue(_ now: MeshTime) -> [Key] {
    peers.filter { !$0.value.isLink && (now < $0.value.began || now - $0.value.began > Self.patience) }.map(\.key)
  }
}
