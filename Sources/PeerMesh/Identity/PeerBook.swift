/// The devices that announced themselves, a bounded number. A uid and a callsign belong to the key that came first or
/// that a person confirmed; whoever comes later with another key is refused and reported.
struct PeerBook {
  private static let patience: MeshTime = 24 * 60 * 60_000
  private let limit: Int
  private var peers: [MeshDeviceKey: KnownPeer] = [:]
  private var uids: [String: MeshDeviceKey] = [:]
  private var callsigns: [String: MeshDeviceKey] = [:]
  private var senders: [SenderID: MeshDeviceKey] = [:]

  init(limit: Int) { self.limit = max(limit, 1) }

  var all: [KnownPeer] { peers.values.sorted { $0.uid < $1.uid } }

  subscript(device: MeshDeviceKey) -> KnownPeer? { peers[device] }
  subscript(sender: SenderID) -> KnownPeer? { senders[sender].flatMap { peers[$0] } }

  /// - Throws: ``MeshRefusal/identityConflict``, ``MeshRefusal/peersFull``.
  mutating func learn(
    _ words: PeerAnnouncement, of device: MeshDeviceKey, as sender: SenderID, now: MeshTime
  ) throws(MeshRefusal) -> KnownPeer {
    let known = peers[device]
    guard uids[words.uid] ?? device == device, callsigns[words.callsign] ?? device == device,
      known == nil || known?.uid == words.uid
    else { throw .identityConflict }
    if known == nil, peers.count >= limit { try makeRoom(now) }
    if let known, known.callsign != words.callsign { callsigns[known.callsign] = nil }
    let peer = KnownPeer(
      device: device, agreementKey: words.agreementKey, uid: words.uid, callsign: words.callsign, team: words.team,
      role: words.role, proof: words.proof, pinning: known?.pinning ?? .firstContact,
      firstHeard: known?.firstHeard ?? now, lastHeard: now)
    peers[device] = peer
    uids[peer.uid] = device
    callsigns[peer.callsign] = device
    // After a rotation the device has another name; the former one goes.
    if senders[sender] == nil { senders = senders.filter { $0.value != device } }
    senders[sender] = device
    return peer
  }

  /// A person compared the id; nil for an unknown one.
  mutating func confirm(deviceID: [UInt8]) -> KnownPeer? {
    guard let device = peers.keys.first(where: { $0.id == deviceID }) else { return nil }
    peers[device]?.pinning = .confirmed
    return peers[device]
  }

  /// Gives up a uid, for a person whose device was replaced.
  mutating func forget(uid: String) {
    guard let device = uids.removeValue(forKey: uid), let peer = peers.removeValue(forKey: device) else { return }
    callsigns[peer.callsign] = nil
    senders = senders.filter { $0.value != device }
  }

  /// Only who has not been heard for a day and was never confirmed makes room: else a liar could push somebody out and
  /// take the name.
  private mutating func makeRoom(_ now: MeshTime) throws(MeshRefusal) {
    let old = peers.values.filter { $0.pinning == .firstContact && now - $0.lastHeard > Self.patience }
    guard let oldest = old.min(by: { $0.lastHeard < $1.lastHeard }) else { throw .peersFull }
    forget(uid: oldest.uid)
  }
}
