/// What a bridge between mesh and server lets pass, and in what form.
///
/// Protects the server and its other clients from a peer of the mesh that speaks through somebody else's certificate: only
/// listed types pass; a peer speaks under its own uid, callsign and team; commands, deletions, offers of files and
/// redirected deliveries stay out; times are clamped to the bridge's clock; every element and attribute that is not known
/// is dropped. What passes is a new event, to be written by ``CoTWriter``: no byte of the peer's own text is sent. The other
/// way, where the bridge signs what passes, it is made anew from the same list.
///
/// A call for help is ended by the side that it came from, and only another call comes in its place from the other.
///
/// Not protected: whether a position or a message is true. The server sees all of it under the bridge's certificate. The
/// server binds no uid, so a client of it that speaks under a peer's keeps that peer from passing, but for its calls
/// for help; and a peer that takes the uid of a client can call for help in its name. Budgets per peer are kept by
/// whoever calls.
/// Source: CWE-20, CWE-345, CWE-441.
public struct BridgeRules: Sendable {
  /// Most milliseconds that a peer's clock may be ahead: what lies further in the future is moved to now.
  public static let maximumSkew: Int64 = 60_000

  /// Types that pass, with their kinds. What tells programs to do something never does, whatever stands here.
  public var allowedTypes: [CoTType] = [.friend, .chat, .alarm]
  /// Oldest position that is passed on, milliseconds.
  public var maximumAge: Int64 = 5 * 60_000
  /// Oldest chat message that is passed on, milliseconds: as long as a mesh keeps one. An alarm is never too old, it
  /// passes until it is stale.
  public var maximumChatAge: Int64 = 60 * 60_000
  /// Longest validity of what is passed on, milliseconds from now.
  public var maximumValidity: Int64 = 15 * 60_000
  /// Receivers that one chat message may name.
  public var maximumReceivers = 8
  /// What the bridge device is called where chats name their receivers.
  public var ownCallsigns: Set<CoTLine> = []

  let ownUIDs: Set<CoTLine>
  let tag: String

  /// - Parameters:
  ///   - ownUIDs: of the bridge device, in both worlds.
  ///   - tag: what this bridge is called in the path of an event: a name of XML, of its own for each bridge.
  /// - Throws: ``CoTError/invalidText`` for a tag that is none.
  public init(ownUIDs: Set<CoTLine>, tag: String) throws(CoTError) {
    guard CoTElement.isName(tag) else { throw .invalidText }
    self.ownUIDs = ownUIDs
    self.tag = tag
  }

  /// Judges an event that a proven peer of the mesh sent.
  ///
  /// - Parameters:
  ///   - isKnownToServer: whether the server has shown this uid as that of another of its clients.
  ///   - callsignHolder: under which uid the server has shown this callsign.
  ///   - calls: which sides have called for help under this uid.
  public func toServer(
    _ event: CoTEvent, from peer: BridgePeer, at now: CoTTime, isKnownToServer: (CoTLine) -> Bool,
    callsignHolder: (CoTLine) -> CoTLine? = { _ in nil }, calls: (CoTLine) -> CallSides = { _ in [] }
  ) -> BridgeDecision {
    // O.Source_1#903 O.Arch_5#900
    let isKnown = isKnownToServer(event.uid) || isKnownToServer(peer.uid)
    if let refusal = refusal(of: event, from: peer, at: now) { return .keep(refusal) }
    if let refusal = refusal(of: event, from: peer, isKnown: isKnown, calls(event.uid)) { return .keep(refusal) }
    if hasOthersCallsign(event, from: peer, callsignHolder) { return .keep(.callsignKnownToServer) }
    guard let passing = clamped(event, at: now) else { return .keep(.expired) }
    return .forward(BridgedEvent(rebuilt(passing, from: peer, at: now)))
  }

  /// Judges an event that the server sent, for the mesh. Events of the bridge itself and of peers come back from the
  /// server; they are echoes. Commands stay with the bridge, and so does a chat that names nobody else as its receiver.
  ///
  /// - Parameter calls: which sides have called for help under this uid.
  public func toMesh(
    _ event: CoTEvent, at now: CoTTime, calls: (CoTLine) -> CallSides = { _ in [] }
  ) -> BridgeDecision {
    guard isAllowed(event.type) || event.type.isWithin(.atom) else { return .keep(.typeNotAllowed) }
    if isEcho(event) { return .keep(.echo) }
    if calls(event.uid).contains(.mesh), !event.isCallForHelp { return .keep(.foreignCall) }
    if sharesFile(event) { return .keep(.sharesFile) }
    if isForBridgeAlone(event) { return .keep(.forBridgeAlone) }
    guard let passing = clamped(event, at: now) else { return .keep(.expired) }
    return .forward(BridgedEvent(rebuilt(passing, from: nil, at: now)))
  }

  /// Whether an event of the server is the bridge's own, or says that it came by this bridge.
  package func isEcho(_ event: CoTEvent) -> Bool { isOwn(event.uid) || isTagged(event) }

  /// The event with what these rules name, and nothing else.
  ///
  /// - Parameter peer: of the mesh; nil for an event of the server.
  private func rebuilt(_ event: CoTEvent, from peer: BridgePeer?, at now: CoTTime) -> CoTEvent {
    var passing = event
    passing.qualityOfService = nil
    passing.operation = nil
    passing.keep([])
    passing.detail = detail(of: passing, from: peer, at: now)
    return passing
  }

  /// What nobody but the peer and its event decides.
  private func refusal(of event: CoTEvent, from peer: BridgePeer, at now: CoTTime) -> BridgeRefusal? {
    guard isAllowed(event.type) else { return .typeNotAllowed }
    if isTagged(event) { return .echo }
    if isOwn(event.uid) || isOwn(peer.uid) { return .ownUID }
    // Where somebody calls for help is nobody's name.
    if Self.isCallMark(peer.uid) { return .foreignUID }
    if sharesFile(event) { return .sharesFile }
    let detail = event.detail
    if event.type.isWithin(.chat) {
      guard let chat = detail.chat, let sender = chat.group?.members.first else { return .incomplete }
      guard sender == peer.uid, event.uid.begins(with: "GeoChat.", peer.uid, ".") else { return .foreignUID }
      if let callsign = peer.callsign, chat.senderCallsign != callsign { return .foreignCallsign }
      if let refusal = refusal(ofReceivers: detail.marti, in: chat) { return refusal }
    } else {
      guard event.uid == peer.uid || isAlarm(event, of: peer) else { return .foreignUID }
      guard detail.marti?.destinations.isEmpty ?? true else { return .directed }
    }
    if let callsign = peer.callsign, let claimed = detail.contact?.callsign, claimed != callsign,
      !(isAlarm(event, of: peer) && Self.isAlarmName(claimed, of: callsign))
    {
      return .foreignCallsign
    }
    if let callsign = peer.callsign, let claimed = detail.droid?.droid, claimed != callsign { return .foreignCallsign }
    if let team = peer.team, let claimed = detail.group?.name, claimed != team { return .foreignTeam }
    return isTooOld(event, at: now) ? .tooOld : nil
  }

  /// As old as a mesh lets it get at most. An alarm is as late as whoever was cut off, and holds until it is stale.
  private func isTooOld(_ event: CoTEvent, at now: CoTTime) -> Bool {
    guard !event.type.isWithin(.alarm) else { return false }
    let age = event.type.isWithin(.chat) ? maximumChatAge : maximumAge
    return event.time < now.advanced(milliseconds: -age)
  }

  /// Whether the peer goes by a callsign that the server shows under another uid. That keeps nobody from calling for help:
  /// any client of the server may call itself anything.
  private func hasOthersCallsign(
    _ event: CoTEvent, from peer: BridgePeer, _ holder: (CoTLine) -> CoTLine?
  ) -> Bool {
    guard !event.type.isWithin(.alarm) else { return false }
    let detail = event.detail
    let names = [peer.callsign, detail.contact?.callsign, detail.droid?.droid, detail.chat?.senderCallsign]
    return names.compactMap { $0 }.contains { name in holder(name).map { $0 != peer.uid } ?? false }
  }

  /// Whether a chat of the server names the bridge as its only receiver, in any of the places where receivers stand. What was
  /// written to one is not for every member.
  private func isForBridgeAlone(_ event: CoTEvent) -> Bool {
    guard event.type.isWithin(.chat) else { return false }
    let destinations = event.detail.marti?.destinations ?? []
    if !destinations.isEmpty, destinations.allSatisfy(isOwn) { return true }
    guard let chat = event.detail.chat else { return false }
    // The first is the sender.
    let receivers = chat.group?.members.dropFirst() ?? []
    if !receivers.isEmpty { return receivers.allSatisfy(isOwn) }
    return chat.id.map(isOwn) ?? chat.room.map(ownCallsigns.contains) ?? false
  }

  private func isOwn(_ destination: CoTDestination) -> Bool {
    guard destination.mission == nil else { return false }
    return destination.uid.map(isOwn) ?? destination.callsign.map(ownCallsigns.contains) ?? false
  }

  /// A chat may name the callsigns that it is written to, and nobody else.
  private func refusal(ofReceivers marti: CoTMarti?, in chat: CoTChat) -> BridgeRefusal? {
    guard let marti else { return nil }
    guard marti.more.isEmpty, marti.destinations.count <= maximumReceivers else { return .directed }
    for receiver in marti.destinations {
      guard receiver.callsign?.isEmpty == false, receiver.uid == nil, receiver.mission == nil, receiver.more.isEmpty
      else { return .directed }
    }
    // A room of one is called after whom it is for.
    if marti.destinations.count == 1, marti.destinations[0].callsign != chat.room { return .directed }
    return nil
  }

  func isAllowed(_ type: CoTType) -> Bool {
    guard !type.isWithin(.tasking), !type.isWithin(.fileShare) else { return false }
    return allowedTypes.contains { type.isWithin($0) }
  }

  /// A uid that differs from an own one in nothing but case, or that begins with one, would be taken for it.
  private func isOwn(_ uid: CoTLine) -> Bool {
    let other = uid.description.lowercased()
    return ownUIDs.contains { own in
      let own = own.description.lowercased()
      return other == own || other.hasPrefix(own + "-") || other.hasPrefix("geochat." + own + ".")
    }
  }

  private func isTagged(_ event: CoTEvent) -> Bool {
    event.detail.others.contains { $0.name == CoTDetail.path && $0[tag] != nil }
  }
}
