import CursorOnTarget

/// What waits for a connection, a bounded number.
///
/// An emergency, and what ends one, waits until it is stale: for each uid and type the newest, and a few of one uid, so that
/// nobody takes the others' place. Of anything else there is for each uid the newest, and nothing old: a reconnect never
/// replays where somebody was.
struct PendingEvents: Sendable {
  static let limit = 64
  /// Milliseconds; not of emergencies.
  static let maximumAge: Int64 = 60_000
  static let maximumEmergencies = 256
  static let emergenciesOfOne = 4

  private var emergencies: [CoTEvent] = []
  private var others: [CoTEvent] = []

  /// What is to be sent next.
  var first: CoTEvent? { emergencies.first ?? others.first }

  static func isEmergency(_ event: CoTEvent) -> Bool { event.type.isWithin(.alarm) }

  /// Takes the event, in the place of an earlier one of its kind. The oldest makes room, of emergencies only one of the same
  /// uid does.
  ///
  /// - Returns: what is forgotten for it or holds no more; the event itself when it was not taken.
  mutating func add(_ event: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    guard Self.holds(event, at: now) else { return [event] }
    if Self.isEmergency(event) { return add(emergency: event, at: now) }
    others.removeAll { $0.uid == event.uid }
    var gone = expire(at: now)
    if others.count >= Self.limit { gone.append(others.removeFirst()) }
    others.append(event)
    return gone
  }

  private mutating func add(emergency event: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    emergencies.removeAll { $0.uid == event.uid && $0.type == event.type }
    var gone = expire(at: now)
    let own = emergencies.indices.filter { emergencies[$0].uid == event.uid }
    if own.count >= Self.emergenciesOfOne { gone.append(emergencies.remove(at: own[0])) }
    guard emergencies.count < Self.maximumEmergencies else { return gone + [event] }
    emergencies.append(event)
    return gone
  }

  /// Takes back an emergency that was handed over and not sent: among the others in the order in which they were made, so
  /// that none stands behind its own end. Where a newer one of its kind waits, it is not taken.
  ///
  /// - Returns: as ``add(_:at:)``.
  mutating func restore(_ emergency: CoTEvent, at now: CoTTime) -> [CoTEvent] {
    guard !emergencies.contains(where: { $0.uid == emergency.uid && $0.type == emergency.type }) else {
      return [emergency]
    }
    let gone = add(emergency, at: now)
    emergencies.sort { $0.time < $1.time }
    return gone
  }

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
  mutating func remove(_ event: CoTEvent) {
    emergencies.removeAll { $0 == event }
    others.removeAll { $0 == event }
  }

  private static func holds(_ event: CoTEvent, at now: CoTTime) -> Bool {
    guard !event.isStale(at: now) else { return false }
    return isEmergency(event) || event.time >= now.advanced(milliseconds: -Self.maximumAge)
  }
}
