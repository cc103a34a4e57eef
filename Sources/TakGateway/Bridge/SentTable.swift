import CursorOnTarget
import PeerMesh

/// What the bridge sent to the server, as the server may send it back: while it holds, an alarm as long as a call is
/// remembered, and of one uid the newest few.
///
/// Compared is what stays when a server writes an event anew, as XML or as a message: uid, type, time and place, the
/// place to about a metre, for some servers cut its digits. Not compared are start and end: another bridge of the same
/// mesh may have clamped them otherwise.
///
/// Not protected: whoever knows all of that before the server shows it can hide an event that says the same.
struct SentTable: Sendable {
  private struct Sent: Sendable {
    let type: CoTType
    let time: CoTTime
    let point: CoTPoint

    init(_ event: CoTEvent) { (type, time, point) = (event.type, event.time, event.point) }

    func isSame(as other: Sent) -> Bool {
      time == other.time && type == other.type && Self.isNear(point.latitude, other.point.latitude)
        && Self.isNear(point.longitude, other.point.longitude)
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool { (one - other).magnitude < 0.00001 }
  }

  private struct Trail: Sendable {
    let peer: CoTLine
    var events: [Sent] = []
  }

  static let eventsOfOne = 16
  private var trails: PassingTable<CoTLine, Trail>

  init(limit: Int) { trails = PassingTable(limit: limit) }

  /// Whether the bridge sent this.
  func holds(_ event: CoTEvent, at now: MeshTime) -> Bool {
    let other = Sent(event)
    return trails.value(of: event.uid, at: now)?.events.contains { $0.isSame(as: other) } ?? false
  }

  /// For which peer the bridge sent something under this uid.
  func peer(of uid: CoTLine, at now: MeshTime) -> CoTLine? { trails.value(of: uid, at: now)?.peer }

  mutating func remember(_ event: CoTEvent, of peer: CoTLine, now: MeshTime) {
    var trail = trails.value(of: event.uid, at: now) ?? Trail(peer: peer)
    if trail.events.count >= Self.eventsOfOne { trail.events.removeFirst() }
    trail.events.append(Sent(event))
    let stale = event.stale.millisecondsSince1970
    // Said again when it is stale, a peer's call is still no client's.
    let end = event.type.isWithin(.alarm) ? max(stale, now + CallTable.memory) : stale
    trails.remember(event.uid, as: trail, until: end, now: now)
  }
}
