public import CursorOnTarget
public import PeerMesh

/// Decides what passes between a mesh and a TAK server, and in what form.
///
/// Claim: towards the server passes only what a device signed whose key a client certificate of this server vouches
/// for; read strictly, judged by ``BridgeRules``, and written anew. The certificates of one client speak for one
/// device, one client has one budget, however many certificates it has. A uid that the server shows as another client's
/// passes only in calls for help, and in the end of one only where the bridge passed that call on and no client of the
/// server called under it; people are told of it (``takeDisputedUIDs()``). Where one side called for help under a uid,
/// also in a call of the server that did not pass, nothing but calls passes from the other side under it. A callsign,
/// which no proof covers, is whose it was shown first. The end of a call passes neither way behind a newer call under
/// its uid that passed. Of the server's events only what the bridge itself sent is an echo: a peer hides nobody by
/// taking a client's uid. Towards the mesh nothing passes twice, also not when a server replays it to a new connection,
/// no command, no uid of our own, and no more than a mesh can carry; emergencies have a budget of their own, in both
/// directions. What a neighbour can make the bridge judge is bounded before a signature is looked at.
///
/// Our own events need no bridge: hand them to ``TakConnection/send(_:)`` and to the mesh.
///
/// Not protected: whether what a proven peer says is true. The server sees all of it under the bridge's certificate.
/// Any client of the server can keep a peer's uid from passing by showing it, and a callsign if it shows it first,
/// calls for help excepted; where both call for help under one uid, nothing but calls passes under it to either side
/// for an hour. Whether a call of the mesh that did not pass is ended or replaced from the server. Two bridges between
/// the same mesh and the same server know each other's events by what they had from the mesh themselves: what comes
/// from the server first is another client's to them and goes round once, and the end of such a call stays.
/// Source: CWE-441, CWE-345; TR-03161-1 O.Arch_5.
public actor MeshBridge {
  /// The certificate vouched for this device under this uid: under another one it is judged anew.
  private struct Standing {
    let uid: String
    let proof: OnboardingProof?
    let client: ProvenClient
    let until: MeshTime

    /// A clock that went back keeps nobody in for longer.
    func counts(at now: MeshTime) -> Bool { now < until && until - now <= memory }
  }

  /// Milliseconds after which a proof is judged again.
  static let memory: MeshTime = 10 * 60_000
  static let maximumPeers = 1024
  static let maximumUIDs = 8192
  /// What the bridge's own stream may carry of others, well below what every node passes on of one sender.
  public static let serverRate = Rate(perSecond: 10, burst: 60)
  /// Proofs that one neighbour of the mesh may have judged.
  public static let proofRate = Rate(perSecond: 4, burst: 64)
  /// Of one peer towards the server; for the other direction see ``AlarmBudgets``.
  static let emergencyRate = Rate(perSecond: 4, burst: 20)

  private struct Sighting: Hashable, Sendable {
    let uid: CoTLine
    let time: CoTTime
  }

  private let rules: BridgeRules
  private let onboarding: TakOnboarding
  private let mission: String
  private let teams: Set<String>?
  private var budgets: ClientBudgets
  private var standings: [MeshDeviceKey: Standing] = [:]
  private var holders: [ProvenClient.Name: MeshDeviceKey] = [:]
  private var proofs: ProofBudgets
  private let serverRate: Rate
  private var serverBudget: EventBudget?
  private var alarms = AlarmBudgets()
  /// Of other clients of the server.
  private var serverUIDs = PassingTable<CoTLine, Void>(limit: MeshBridge.maximumUIDs)
  private var callsigns = CallsignTable(limit: MeshBridge.maximumUIDs)
  private var sent = SentTable(limit: MeshBridge.maximumUIDs)
  private var calls = CallTable(limit: MeshBridge.maximumUIDs)
  /// What has passed towards the mesh.
  private var passed = PassingTable<Sighting, Void>(limit: MeshBridge.maximumUIDs)
  private var disputes = DisputeList(limit: MeshBridge.maximumUIDs)

  /// - Parameters:
  ///   - mission: the name that proofs are made for.
  ///   - teams: whose events pass, after the proof; nil for all. A team is a claim and no access control.
  ///   - rate: of one client of the server, emergencies not counted.
  ///   - serverRate: of all that the server sends, emergencies not counted.
  ///   - proofRate: of proofs to be judged, for each neighbour of the mesh.
  public init(
    rules: BridgeRules, onboarding: TakOnboarding, mission: String, teams: Set<String>? = nil,
    rate: Rate = Rate(perSecond: 2, burst: 20), serverRate: Rate = MeshBridge.serverRate,
    proofRate: Rate = MeshBridge.proofRate
  ) {
    (self.rules, self.onboarding, self.mission, self.teams) = (rules, onboarding, mission, teams)
    self.serverRate = serverRate
    budgets = ClientBudgets(rate, emergencies: Self.emergencyRate, limit: Self.maximumPeers)
    proofs = ProofBudgets(proofRate)
  }

  /// What a message of the mesh becomes for the server.
  ///
  /// - Throws: ``BridgeKeep``
  public func toServer(_ message: MeshMessage, now: MeshTime) async throws(BridgeKeep) -> BridgedEvent {
    guard [.event, .chat, .emergency].contains(message.kind) else { throw .notForServer }
    // O.Auth_12#935: a name that any member may claim is nobody's.
    guard case .device(let device, let known) = message.origin else { throw .unsigned }
    guard let peer = known, peer.device == device else { throw .unknownPeer }
    let client = try await admit(peer, from: message.link, now: now)
    if let teams, !teams.contains(peer.team) { throw .foreignTeam }
    let isEmergency = message.kind == .emergency
    guard budgets.take(for: client, isEmergency: isEmergency, now: now) else { throw .overBudget }
    let event: CoTEvent
    let bridged: BridgePeer
    let time: CoTTime
    do throws(CoTError) {
      event = try CoTReader().read(message.body)
      bridged = BridgePeer(
        uid: try CoTLine(peer.uid), callsign: try CoTLine(peer.callsign),
        team: peer.team.isEmpty ? nil : try CoTLine(peer.team))
      time = try CoTTime(millisecondsSince1970: now)
    } catch { throw .unreadable(error) }
    let isKnownToServer = { [serverUIDs] uid in serverUIDs.holds(uid, at: now) }
    let callsignHolder = { [callsigns] (callsign: CoTLine) in callsigns.client(of: callsign, at: now) }
    let sides = { [calls] (uid: CoTLine) in calls.sides(of: uid, at: now) }
    switch rules.toServer(
      event, from: bridged, at: time, isKnownToServer: isKnownToServer, callsignHolder: callsignHolder, calls: sides)
    {
    case .keep(let refusal):
      if refusal == .knownToServer || refusal == .foreignCall { disputes.note(bridged.uid, now: now) }
      throw .refused(refusal)
    case .forward(let passing):
      // What is no emergency has no share of theirs.
      guard message.kind == MessageKind(carrying: event) else { throw .otherKind }
      guard !calls.isBehindCall(event, at: now) else { throw .behindCall }
      if isKnownToServer(bridged.uid) || isKnownToServer(event.uid) || sides(event.uid).contains(.server) {
        disputes.note(bridged.uid, now: now)
      }
      let end = passing.event.stale.millisecondsSince1970
      sent.remember(passing.event, of: bridged.uid, now: now)
      calls.remember(passing.event, of: bridged.uid, until: end, now: now)
      calls.pass(event, fromMesh: true, until: end, now: now)
      callsigns.remember(bridged, until: end, now: now)
      return passing
    }
  }

  /// Uids of proven peers under which the server has shown somebody else, before or after them, each told once: another
  /// bridge speaks for the same peer, the peer is a client of the server as well, or one of the two takes the other's
  /// name. The newest 64 since the last call.
  public func takeDisputedUIDs() -> [CoTLine] { disputes.take() }

  /// What an event of the server becomes for the mesh: a kind of message and its content.
  ///
  /// - Throws: ``BridgeKeep``
  public func toMesh(_ event: CoTEvent, now: MeshTime) throws(BridgeKeep) -> (kind: MessageKind, body: [UInt8]) {
    let time: CoTTime
    do throws(CoTError) { time = try CoTTime(millisecondsSince1970: now) } catch { throw .unreadable(error) }
    // A server that drops the tag of the path still sends our peers' events back.
    guard !sent.holds(event, at: now) else { throw .refused(.echo) }
    // Every other client shows it, whether it passes here or not.
    if !rules.isEcho(event) { remember(callIn: event, at: time) }
    let sighting = Sighting(uid: event.uid, time: event.time)
    guard !passed.holds(sighting, at: now) else { throw .repeated }
    let sides = { [calls] (uid: CoTLine) in calls.sides(of: uid, at: now) }
    switch rules.toMesh(event, at: time, calls: sides) {
    case .keep(let refusal):
      if refusal == .foreignCall, let peer = calls.peer(of: event.uid, at: now) { disputes.note(peer, now: now) }
      throw .refused(refusal)
    case .forward(let passing):
      // Another client goes by the uid of a peer.
      if let peer = sent.peer(of: event.uid, at: now) { disputes.note(peer, now: now) }
      let (kind, end) = (MessageKind(carrying: passing.event), passing.event.stale.millisecondsSince1970)
      serverUIDs.remember(event.uid, until: end, now: now)
      callsigns.remember(passing.event, until: end, now: now)
      if calls.isBehindCall(event, at: now) { throw .behindCall }
      guard isWithinBudget(kind, event.uid, now) else { throw .serverOverBudget }
      passed.remember(sighting, until: end, now: now)
      let body: [UInt8]
      do throws(CoTError) { body = try CoTWriter().bytes(passing.event) } catch { throw .unreadable(error) }
      calls.pass(event, fromMesh: false, until: end, now: now)
      return (kind, body)
    }
  }

  private func remember(callIn event: CoTEvent, at time: CoTTime) {
    let stale = min(event.stale, time.advanced(milliseconds: rules.maximumValidity))
    calls.remember(event, of: nil, until: stale.millisecondsSince1970, now: time.millisecondsSince1970)
  }

  /// Begins full with the first event; an emergency needs nothing of what the others use up.
  private func isWithinBudget(_ kind: MessageKind, _ uid: CoTLine, _ now: MeshTime) -> Bool {
    guard kind != .emergency else { return alarms.take(for: uid, now: now) }
    var filled = serverBudget ?? EventBudget(serverRate, now: now)
    defer { serverBudget = filled }
    return filled.take(of: serverRate, now: now)
  }

  private func admit(
    _ peer: KnownPeer, from link: LinkID, now: MeshTime
  ) async throws(BridgeKeep) -> ProvenClient {
    if let standing = standings[peer.device], standing.uid == peer.uid, standing.proof == peer.proof,
      standing.counts(at: now)
    {
      return standing.client
    }
    try proofs.take(for: peer, from: link, now: now)
    standings[peer.device] = nil
    let client: ProvenClient
    do throws(BridgeKeep) { client = try await onboarding.proven(peer, mission: mission, now: now) } catch {
      proofs.note(refused: peer, now: now)
      throw error
    }
    // Judging took a while, and others were admitted meanwhile.
    if let holder = holders[client.name], holder != peer.device, let other = standings[holder], other.counts(at: now) {
      throw .certificateElsewhere
    }
    standings = standings.count < Self.maximumPeers ? standings : standings.filter { $0.value.counts(at: now) }
    guard standings.count < Self.maximumPeers else { throw .overBudget }
    holders = holders.filter { standings[$0.value] != nil }
    holders[client.name] = peer.device
    standings[peer.device] = Standing(
      uid: peer.uid, proof: peer.proof, client: client, until: min(now + Self.memory, client.until))
    return client
  }
}
