package import CursorOnTarget

/// What waits for a connection, a bounded number.
///
/// An emergency, and what ends one, waits until it is stale: for each uid and type the newest, and a few of one uid, so
/// that nobody takes the others' place. The end of a call takes the place of the call, which alone would come alive
/// again where its end is stale sooner. Of anything else there is for each uid the newest, and nothing old: a reconnect
/// never replays where somebody was. What waits since before the clock was set back keeps nothing else out.
///
/// Claim: events of one uid that wait together go out in the order in which they were made, as far as ``DatedEvent``
/// believes that: no end before its call, none behind a newer call, and nothing else behind what is newer. Not
/// protected: a position that waits alone while the clock is set back goes out until it is stale.
package struct PendingEvents: Sendable {
  static let limit = 64
  /// Milliseconds; not of emergencies.
  static let maximumAge: Int64 = 60_000
  static let maximumEmergencies = 256
  static let emergenciesOfOne = 4

  /// Of each uid in the order in which they were made.
  private var emergencies: [DatedEvent] = []
  private var others: [DatedEvent] = []

  package init() {}

  static func isEmergency(_ event: CoTEvent) -> Bool { event.type.isWithin(.alarm) }

  /// Takes out what is to be sent next; what is not written is given back.
  package mutating func takeFirst() -> DatedEvent? {
    guard let next = emergencies.first ?? others.first else { return nil }
    if Self.isEmergency(next.event) { emergencies.removeFirst() } else { others.removeFirst() }
    return next
  }

  /// Takes the event, in the place of an earlier one of its kind, and an end in that of the calls that it ends. The
  /// oldest makes room, of emergencies only one of the same uid does. Where a newer one of its kind waits, or the end
  /// of this call, or behind it would stand what is older than an emergency of its uid, it is not taken.
  ///
  /// - Returns: what is forgotten for it or holds no more; the event itself when it was not taken.
  package mutating func add(_ event: DatedEvent, at now: CoTTime) -> [CoTEvent] {
    guard Self.holds(event, at: now), !isReplaced(event, at: now) else { return [event.event] }
    // A newer one that is stale is told, though this one takes its place.
    var gone = expire(at: now)
    if Self.isEmergency(event.event) { return gone + add(emergency: event) }
    others.removeAll { $0.event.uid == event.event.uid }
    if others.count >= Self.limit { gone.append(others.removeFirst().event) }
    others.append(event)
    return gone
  }

  private mutating func add(emergency event: DatedEvent) -> [CoTEvent] {
    var gone = forgetCalls(endedBy: event)
    emergencies.removeAll { $0.isKind(of: event) }
    let own = emergencies.filter { $0.event.uid == event.event.uid }
    if own.count >= Self.emergenciesOfOne {
      guard !event.isOlder(than: own[0]) else { return gone + [event.event] }
      emergencies.removeAll { $0 == own[0] }
      gone.append(own[0].event)
    }
    guard emergencies.count < Self.maximumEmergencies else { return gone + [event.event] }
    // Emergencies go first: behind this one, an older event of its uid would take its place.
    let older = others.filter { $0.event.uid == event.event.uid && $0.isOlder(than: event) }
    others.removeAll { older.contains($0) }
    let next = emergencies.firstIndex { $0.event.uid == event.event.uid && event.isOlder(than: $0) }
    emergencies.insert(event, at: next ?? emergencies.endIndex)
    return gone + older.map(\.event)
  }

  /// Takes back what was taken out, or handed over, and not written: an emergency among the others in the order in
  /// which they were made, anything else as the first, and that only where nothing of its uid waits and there is room.
  ///
  /// - Returns: as ``add(_:at:)``.
  package mutating func restore(_ event: DatedEvent, at now: CoTTime) -> [CoTEvent] {
    guard Self.isEmergency(event.event) else {
      guard Self.holds(event, at: now), others.count < Self.limit, !isReplaced(event, at: now),
        !others.contains(where: { $0.event.uid == event.event.uid })
      else { return [event.event] }
      others.insert(event, at: 0)
      return []
    }
    let gone = add(event, at: now)
    emergencies.sort { $0.isOlder(than: $1) }
    return gone
  }

  /// Forgets older calls under the uid of an event that ends them.
  ///
  /// - Returns: those.
  mutating func forgetCalls(endedBy event: DatedEvent) -> [CoTEvent] {
    let ended = emergencies.filter { $0.isEnded(by: event) }
    emergencies.removeAll { $0.isEnded(by: event) }
    return ended.map(\.event)
  }

  /// Forgets what does not hold any more.
  ///
  /// - Returns: that.
  mutating func expire(at now: CoTTime) -> [CoTEvent] {
    let gone = (emergencies + others).filter { !Self.holds($0, at: now) }
    emergencies.removeAll { !Self.holds($0, at: now) }
    others.removeAll { !Self.holds($0, at: now) }
    return gone.map(\.event)
  }

  /// Whether what waits leaves the event nothing to say: of what ends it, also where that is stale by now.
  private func isReplaced(_ event: DatedEvent, at now: CoTTime) -> Bool {
    let isEmergency = Self.isEmergency(event.event)
    return (emergencies + others).contains { other in
      if event.isEnded(by: other) { return true }
      guard event.event.uid == other.event.uid, event.isOlder(than: other) else { return false }
      return Self.holds(other, at: now) && (isEmergency ? event.isKind(of: other) : !other.isAhead(of: now))
    }
  }

  private static func holds(_ event: DatedEvent, at now: CoTTime) -> Bool { holds(event.event, at: now) }

  private static func holds(_ event: CoTEvent, at now: CoTTime) -> Bool {
    guard !event.isStale(at: now) else { return false }
    return isEmergency(event) || event.time >= now.advanced(milliseconds: -Self.maximumAge)
  }
}
