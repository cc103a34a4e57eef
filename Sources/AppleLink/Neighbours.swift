import PeerMesh

/// The connections of one transport and the links on them; used on the transport's queue only. `Key` names a connection.
final class Neighbours<Key: Hashable & Sendable> {
  let links: AsyncStream<NearbyLink>
  private let output: AsyncStream<NearbyLink>.Continuation
  private let numbers: @Sendable () -> LinkID
  private let kind: LinkKind
  private let now: @Sendable () -> MeshTime
  private let random: @Sendable () -> UInt64
  private var table: NearbyPeers<Key>
  private var ownID = RotatingID()
  private(set) var open: [Key: NearbyLink] = [:]
  /// Ends the connection itself; nothing here is told again.
  var disconnect: (Key) -> Void = { _ in }

  /// - Parameter strangers: connections that have proven nothing, where ``noteProof(of:)`` is told of those that have.
  init(
    _ kind: LinkKind, limit: Int, strangers: Int? = nil, numbers: @escaping @Sendable () -> LinkID,
    now: @escaping @Sendable () -> MeshTime, random: @escaping @Sendable () -> UInt64
  ) {
    (self.kind, self.numbers, self.now, self.random) = (kind, numbers, now, random)
    table = NearbyPeers(limit: limit, strangers: strangers, now: now())
    (links, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limit))
  }

  var currentID: NearbyID { ownID.current(now: now(), random: random) }

  /// Whether a newcomer may come; the one that goes for it is dropped.
  ///
  /// - Parameter host: who connected to us, where the transport says it.
  func admit(_ key: Key, role: LinkRole, host: [UInt8]? = nil) -> Bool {
    let (isAdmitted, leaving) = table.admit(key, role: role, host: host, now: now())
    if let leaving { drop(leaving) }
    return isAdmitted
  }

  /// The connection leads to this host; false when that has its share already.
  func locate(_ key: Key, at host: [UInt8]) -> Bool { table.locate(key, at: host) }

  func noteProof(of key: Key) { table.noteProof(of: key) }

  func contains(_ key: Key) -> Bool { table.contains(key) }

  /// Whether the connection may become a link; the one that it replaces is dropped.
  func claim(_ id: NearbyID, own: NearbyID, by key: Key) -> Bool {
    guard case .granted(let displaced) = table.claim(id, own: own, by: key, now: now()) else { return false }
    if let displaced { drop(displaced, rest: NearbyPeers<Key>.duplicateRest) }
    return true
  }

  /// Makes the link and gives it out.
  func connect(
    _ key: Key, role: LinkRole, own: NearbyID, peer: NearbyID, mtu: Int, onSend: @escaping @Sendable () -> Void,
    onProof: @escaping @Sendable () -> Void = {}, onClose: @escaping @Sendable () -> Void
  ) {
    guard table.contains(key), open[key] == nil else { return }
    let link = NearbyLink(
      id: numbers(), kind: kind, role: role, binding: NearbyID.binding(own: own, peer: peer, role: role),
      neighbour: table.host(of: key) ?? [], mtu: max(mtu, LinkDescription.minimumMTU), onSend: onSend, onProof: onProof,
      onClose: onClose)
    table.settle(key)
    open[key] = link
    // Nobody takes the links: then there is no use for more.
    guard case .enqueued = output.yield(link) else { return drop(key) }
  }

  /// The connection is gone.
  func forget(_ key: Key, rest: MeshTime = NearbyPeers<Key>.rest) {
    table.remove(key, now: now(), rest: rest)
    open.removeValue(forKey: key)?.end()
  }

  /// Ends the connection, from our side.
  func drop(_ key: Key, rest: MeshTime = NearbyPeers<Key>.rest) {
    forget(key, rest: rest)
    disconnect(key)
  }

  func dropOverdue() { for key in table.overdue(now()) { drop(key) } }

  func dropAll() { for key in table.keys { drop(key) } }

  func finish() {
    dropAll()
    output.finish()
  }
}
