/// The devices that announced themselves, a bounded number. A uid and a callsign belong to the key that came first or
/// that a person confirmed; whoever comes later with another key is refused and reported.
///
/// One neighbour brings at most half of those that nobody confirmed, and when the table is full, a neighbour that has brought
/// few gets a place of the one that has brought most: who invents devices takes no more than his part.
struct PeerBook {
  private static let patience: MeshTime = 24 * 60 * 60_000
  /// After which a device that was heard before the start, and not since, makes room in what is kept.
  private static let keeping: MeshTime = 30 * 24 * 60 * 60_000
  private let limit: Int
  private var peers: [MeshDeviceKey: KnownPeer] = [:]
  private var uids: [String: MeshDeviceKey] = [:]
  private var callsigns: [String: MeshDeviceKey] = [:]
  /// Copies of `peers` by the name of their frames: one is looked up for every message.
  private var senders: [SenderID: KnownPeer] = [:]
  /// Who brought the first announcement of a device.
  private var sources: [MeshDeviceKey: LinkSource] = [:]
  /// Whose place was needed, the oldest first: their names stay theirs, else a liar could take them so.
  private var pushedOut: [(device: MeshDeviceKey, uid: String, callsign: String)] = []
  /// Confirmed before the start, and not heard since.
  private var unheard: Set<MeshDeviceKey> = []
  /// When devices were first heard that nobody confirmed and that have not been heard since the start, by their ids.
  private var before: [[UInt8]: MeshTime]

  /// - Parameter kept: of the last start.
  init(limit: Int, kept: KeptPeers) {
    self.limit = max(limit, 1)
    before = kept.heard
    for peer in kept.confirmed.prefix(self.limit) {
      peers[peer.device] = KnownPeer(
        peer.device, words: PeerAnnouncement(peer), pinning: .confirmed, firstHeard: peer.firstHeard,
        lastHeard: peer.firstHeard)
      (uids[peer.uid], callsigns[peer.callsign]) = (peer.device, peer.device)
      unheard.insert(peer.device)
    }
  }

  /// What is to survive a restart: all that are confirmed. When there are too many of the others, those that were heard
  /// first: who invents devices pushes out nobody who was there before, and keeps their places for 30 days.
  func kept(at now: MeshTime) -> KeptPeers {
    var kept = KeptPeers()
    let confirmed = peers.values.filter { $0.pinning == .confirmed }.sorted(by: Self.isEarlier)
    kept.confirmed = confirmed.map {
      KeptPeers.Confirmed(
        device: $0.device, agreementKey: $0.agreementKey, uid: $0.uid, callsign: $0.callsign, firstHeard: $0.firstHeard)
    }
    let met = peers.values.filter { $0.pinning == .firstContact }
    let isCrowded = before.count + met.count > KeptPeers.heardLimit
    kept.heard = isCrowded ? before.filter { now - $0.value <= Self.keeping } : before
    for peer in met { kept.heard[peer.device.id] = peer.firstHeard }
    guard kept.heard.count > KeptPeers.heardLimit else { return kept }
    let first = kept.heard.sorted { $0.value < $1.value }.prefix(KeptPeers.heardLimit)
    kept.heard = Dictionary(uniqueKeysWithValues: first.map { ($0.key, $0.value) })
    return kept
  }

  private static func isEarlier(_ left: KnownPeer, _ right: KnownPeer) -> Bool {
    (left.firstHeard, left.uid) < (right.firstHeard, right.uid)
  }

  /// Whether the device has said nothing since the start.
  func isUnheard(_ device: MeshDeviceKey) -> Bool { peers[device] == nil || unheard.contains(device) }

  private var share: Int { max(1, limit / 2) }

  var all: [KnownPeer] { peers.values.sorted { $0.uid < $1.uid } }

  subscript(device: MeshDeviceKey) -> KnownPeer? { peers[device] }
  subscript(sender: SenderID) -> KnownPeer? { senders[sender] }

  /// - Throws: ``MeshRefusal/identityConflict``, ``MeshRefusal/peersFull``.
  mutating func learn(
    _ words: PeerAnnouncement, of device: MeshDeviceKey, as sender: SenderID, from source: LinkSource, now: MeshTime
  ) throws(MeshRefusal) -> KnownPeer {
    let known = peers[device]
    guard uids[words.uid] ?? device == device, callsigns[words.callsign] ?? device == device,
      known == nil || known?.uid == words.uid
    else { throw .identityConflict }
    if known == nil {
      try makeRoom(for: source, now)
      sources[device] = source
      free { $0.device == device }
    }
    if let known, known.callsign != words.callsign { callsigns[known.callsign] = nil }
    let peer = KnownPeer(
      device, words: words, pinning: known?.pinning ?? .firstContact,
      firstHeard: known?.firstHeard ?? min(before.removeValue(forKey: device.id) ?? now, now), lastHeard: now)
    peers[device] = peer
    unheard.remove(device)
    uids[peer.uid] = device
    callsigns[peer.callsign] = device
    // After a rotation the device has another name; the former one goes.
    if senders[sender] == nil { senders = senders.filter { $0.value.device != device } }
    senders[sender] = peer
    return peer
  }

  /// A person compared the id; nil for an unknown one, and for one more than can be kept.
  mutating func confirm(deviceID: [UInt8]) -> KnownPeer? {
    guard let device = peers.keys.first(where: { $0.id == deviceID }) else { return nil }
    if peers[device]?.pinning == .confirmed { return peers[device] }
    guard peers.values.count(where: { $0.pinning == .confirmed }) < KeptPeers.confirmedLimit else { return nil }
    peers[device]?.pinning = .confirmed
    for (sender, peer) in senders where peer.device == device { senders[sender]?.pinning = .confirmed }
    return peers[device]
  }

  /// Gives up a uid, for a person whose device was replaced; false when no device has it.
  @discardableResult
  mutating func forget(uid: String) -> Bool {
    free { $0.uid == uid }
    guard let device = uids.removeValue(forKey: uid), let peer = remove(device) else { return false }
    callsigns[peer.callsign] = nil
    return true
  }

  private mutating func remove(_ device: MeshDeviceKey) -> KnownPeer? {
    guard let peer = peers.removeValue(forKey: device) else { return nil }
    sources[device] = nil
    unheard.remove(device)
    senders = senders.filter { $0.value.device != device }
    return peer
  }

  /// Only who has not been heard for a day and was never confirmed makes room for anybody: else a liar could push somebody
  /// out. Before that the last one of the neighbour that has brought most goes, for one that has brought fewer.
  private mutating func makeRoom(for source: LinkSource, _ now: MeshTime) throws(MeshRefusal) {
    let strangers = peers.values.filter { $0.pinning == .firstContact }
    let own = strangers.filter { sources[$0.device] == source }
    guard own.count >= share || peers.count >= limit else { return }
    let old = (own.count >= share ? own : strangers).filter { now - $0.lastHeard > Self.patience }
    if let oldest = old.min(by: { ($0.lastHeard, $0.uid) < ($1.lastHeard, $1.uid) }) {
      forget(uid: oldest.uid)
      return
    }
    guard own.count < share else { throw .peersFull }
    var counts: [LinkSource: Int] = [:]
    for peer in strangers { if let source = sources[peer.device] { counts[source, default: 0] += 1 } }
    guard let most = counts.values.max(), most > own.count + 1 else { throw .peersFull }
    let crowd = strangers.filter { sources[$0.device].map { counts[$0] == most } == true }
    guard let last = crowd.max(by: { ($0.firstHeard, $0.uid) < ($1.firstHeard, $1.uid) }) else { throw .peersFull }
    _ = remove(last.device)
    pushedOut.append((last.device, last.uid, last.callsign))
    if pushedOut.count > limit { free { [oldest = pushedOut[0].device] in $0.device == oldest } }
  }

  /// Gives up the names of those whose place was taken.
  private mutating func free(where isFreed: ((device: MeshDeviceKey, uid: String, callsign: String)) -> Bool) {
    for gone in pushedOut where isFreed(gone) {
      if uids[gone.uid] == gone.device { uids[gone.uid] = nil }
      if callsigns[gone.callsign] == gone.device { callsigns[gone.callsign] = nil }
    }
    pushedOut.removeAll(where: isFreed)
  }
}
