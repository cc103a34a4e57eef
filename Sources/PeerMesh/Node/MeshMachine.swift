import Crypto
import Foundation

/// A node of the mesh without clock, dice, sockets or tasks: what happened goes in, what is to be done comes out. The
/// simulation of thousands and the node on a phone are this same code.
///
/// - Protects against: whoever does not hold the mission's key, as reader, forger, replayer, relay or flooder; members who
///   sign in the name of another device; members who flood, up to the budgets of ``MeshLimits``.
/// - Does not protect against: members who send unsigned events in another's name; whoever captures a phone, for all
///   frames under the keys on it (links that were recorded before stay closed); traffic analysis of sizes and times;
///   jamming; a first announcement by a liar, unless people compare ids.
///
/// It cannot be copied: two nodes with one boot id would share nonces. Not safe to use from several tasks: see ``MeshNode``.
/// Source: The Noise Protocol Framework, revision 34; RFC 6479; NIST SP 800-38D; BSI TR-03161-1 O.Ntwk_1.
public struct MeshMachine: ~Copyable {
  /// Devices that can be confirmed at a time.
  public static let maximumConfirmed = KeptPeers.confirmedLimit
  let device: MeshDevice
  let limits: MeshLimits
  public internal(set) var keyring: MeshKeyring
  public internal(set) var counters = MeshCounters()
  var sealer: FrameSealer
  var links = LinkTable()
  var passed = PassedFrames()
  var replays: ReplayTable
  var book: PeerBook
  var kept = KeptFrames()
  var handshakes: HandshakeBudget
  var answered = AnsweredHellos()
  /// When this node was last told the time.
  private var clock: MeshTime
  /// The floor that was handed out to be kept.
  var keptFloor: MeshTime
  var nextAnnouncement: MeshTime = .max
  var effects: [MeshEffect] = []

  /// - Parameters:
  ///   - mission: as kept before; a new one for a key just imported.
  ///   - generator: the system's outside of tests; the boot id comes from it.
  public init(
    device: MeshDevice, mission: KeptMission, limits: MeshLimits = MeshLimits(), now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) {
    self.device = device
    self.limits = limits
    keyring = mission.keyring
    sealer = FrameSealer(mission.keyring.current, signer: device.signer, boot: generator.next())
    replays = ReplayTable(limit: limits.senders, floor: mission.replayFloor)
    book = PeerBook(limit: limits.peers, kept: mission.peers)
    handshakes = HandshakeBudget(limits, now: now)
    keptFloor = mission.replayFloor
    clock = now
  }

  /// The devices that announced themselves.
  public var peers: [KnownPeer] { book.all }

  /// Links whose other side has proven the key.
  public var provenLinks: [LinkID] { links.values.filter(\.isProven).map(\.id) }

  /// Sender streams in the table of windows.
  public var knownStreams: Int { replays.entries.count }

  /// Takes in one event and says what is to be done.
  ///
  /// - Throws: for ``MeshInput/send(_:_:)`` only: ``MeshError/noKey``, ``MeshError/tooLarge(limit:)``,
  ///   ``MeshError/signing(_:)``, ``MeshError/sequenceExhausted``, ``MeshError/sealingFailed``. Whatever comes from
  ///   outside is counted, never thrown.
  public mutating func handle(
    _ input: MeshInput, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshError) -> [MeshEffect] {
    follow(now)
    advanceKeys(now, using: &generator)
    switch input {
    case .linkUp(let description): open(description, now: now, using: &generator)
    case .linkDown(let id): links.remove(id)
    case .mtu(let id, let mtu): links[id]?.mtu = max(mtu, LinkDescription.minimumMTU)
    case .received(let id, let bytes): receive(bytes, on: id, now: now, using: &generator)
    case .send(let kind, let body): try send(body, kind: kind, now: now)
    case .tick: tick(now, using: &generator)
    }
    flush(now)
    defer { effects = [] }
    return effects
  }

  /// When ``MeshInput/tick`` is due next; nil: when something else happens.
  public func nextWake(after now: MeshTime) -> MeshTime? {
    var wake = nextAnnouncement
    for (link, traffic) in zip(links.values, links.traffic) {
      let next = traffic?.wake(after: now, limits: limits) ?? .max
      wake = min(wake, link.deadline, link.retry, link.upgrade, next)
    }
    return wake == .max ? nil : max(wake, now)
  }

  /// Believes the binding of uid and key of a device whose id a person compared, also after a restart: what is to be kept
  /// comes with the next effects. False for an unknown one, and when ``maximumConfirmed`` others are confirmed: then nothing
  /// is believed, until a person forgets one.
  public mutating func confirm(deviceID: [UInt8]) -> Bool {
    guard book.confirm(deviceID: deviceID) != nil else { return false }
    effects.append(.keep(kept(floor: keptFloor)))
    return true
  }

  /// Frees a uid and undoes a confirmation, for a person whose device was replaced; kept as a confirmation is. False when
  /// no device has it.
  @discardableResult
  public mutating func forget(uid: String) -> Bool {
    let isKnown = book.forget(uid: uid)
    effects.append(.keep(kept(floor: keptFloor)))
    return isKnown
  }

  /// What a restart begins with.
  func kept(floor: MeshTime) -> KeptMission {
    KeptMission(keyring: keyring, replayFloor: floor, peers: book.kept(at: clock))
  }

  /// A clock that was set back would leave everything that waits waiting: announcements, repetitions, what is passed on.
  mutating func follow(_ now: MeshTime) {
    let step = now - clock
    clock = now
    guard step < 0 else { return }
    if nextAnnouncement != .max { nextAnnouncement += step }
    links.shift(by: step)
    replays.reopen()
  }
}
