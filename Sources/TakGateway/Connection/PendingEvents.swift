package import CursorOnTarget

/// What waits for a connection, a bounded number.
///
/// An emergency, and what ends one, waits until it is stale: for each uid and type the newest, and a few of one uid, so that
/// nobody takes the others' place. The end of a call takes the place of the call, which alone would come alive again
/// where its end is stale sooner. Of anything else there is for each uid the newest, and nothing old: a reconnect never
/// replays where somebody was.
package struct PendingEvents: Sendable {
  static let limit = 64
  /// Milliseconds; not of emergencies.
  static let maximumAge: Int64 = 60_000
  static let maximumEmergencies = 256
  static let emergenciesOfOne = 4

  private var emergencies: [CoTEvent] = []
  private var others: [CoTEvent] = []

  package init() {}

  /// What is to be sent next.
  package var first: CoTEvent? { emergencies.first ?? others.first }

  static func isEmergency(_ event: CoTEvent) -> Bool { event.type.isWithin(.alarm) }

  /// Takes the event, in the place of an earlier one of its kind, and an end in that of the calls that it ends. The
  /// oldest makes room, of emergencies only one of the same uid does.
  ///
  /// - Returns: what is forgotten for it or holds no more; the event itself when it was not taken.
  package mutating func add(_ event: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    guard Self.holds(event, at: now) else { return [event] }
    if Self.isEmergency(event) { return add(emergency: event, at: now) }
    others.removeAll { $0.uid == event.uid }
    var gone = expire(at: now)
    if others.count >= Self.limit { gone.append(others.removeFirst()) }
    others.append(event)
    return gone
  }

  private mutating func add(emergency event: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    var gone = forgetCalls(endedBy: event)
    emergencies.removeAll { $0.uid == event.uid && $0.type == event.type }
    gone += expire(at: now)
    let own = emergencies.indices.filter { emergencies[$0].uid == event.uid }
    if own.count >= Self.emergenciesOfOne { gone.append(emergencies.remove(at: own[0])) }
    guard emergencies.count < Self.maximumEmergencies else { return gone + [event] }
    emergencies.append(event)
    return gone
  }

  /// Takes back an emergency that was handed over and not sent: among the others in the order in which they were made, so
  /// that none stands behind its own end. Where a newer one of its kind waits, or a newer end under its uid, or as many
  /// newer ones as one uid has, it is not taken.
  ///
  /// - Returns: as ``add(_:at:)``.
  package mutating func restore(_ emergency: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    let ended = forgetCalls(endedBy: emergency)
    let own = emergencies.filter { $0.uid == emergency.uid }
    let newer = own.filter { emergency.time < $0.time }
    guard !own.contains(where: { $0.type == emergency.type }), !newer.contains(where: \.endsCall),
      newer.count < Self.emergenciesOfOne
    else { return ended + [emergency] }
    let gone = add(emergency, at: now)
    emergencies.sort { $0.time < $1.time }
    return ended + gone
  }

  /// Forgets older calls under the uid of an event that ends them.
  ///
  /// - Returns: those.
  mutating func forgetCalls(endedBy event: CoTEvent) -> [CoTEvent] {
    let ended = emergencies.filter { $0.isEnded(by: event) }
    emergencies.removeAll { $0.isEnded(by: event) }
    return ended
  }

  /// Whether the end of this call waits.
  func holdsEnd(of event: CoTEvent) -> Bool { emergencies.contains { event.isEnded(by: $0) } }

  /// Forgets what does not hold any more.
  ///
  /// - Returns: that.
  mutating func expire(at now: CoTTime) -> [CoTEvent] {
    let gone = (emergencies + others).filter { !Self.holds($0, at: now) }
    emergencies.removeAll { !Self.holds($0, at: now) }
    others.removeAll { !Self.holds($0, at: now) }
    return gone
  }

  /// Forgets what was sent, unless something newer stands in its place by now.
  package mutating func remove(_ event: CoTEvent) {
    emergencies.removeAll { $0 == event }
    others.removeAll { $0 == event }
  }

  private static func holds(_ event: CoTEvent, at now: CoTTime) -> Bool {
    guard !event.isStale(at: now) else { return false }
    return isEmergency(event) || event.time >= now.advanced(milliseconds: -Self.maximumAge)
  }
}
