import CursorOnTarget

/// What waits for a connection: for each uid the newest event, a bounded number, and nothing that is stale or old by then. A
/// reconnect never replays where somebody was.
struct PendingEvents: Sendable {
  static let limit = 64
  /// Milliseconds.
  static let maximumAge: Int64 = 60_000

  private var events: [CoTEvent] = []

  /// Takes the event; the oldest makes room.
  mutating func add(_ event: CoTEvent) {
    events.removeAll { $0.uid == event.uid }
    if events.count >= Self.limit { events.removeFirst() }
    events.append(event)
  }

  /// What may still be sent; all of it is forgotten.
  mutating func take(at now: CoTTime) -> [CoTEvent] {
    defer { events = [] }
    return events.filter { !$0.isStale(at: now) && $0.time >= now.advanced(milliseconds: -Self.maximumAge) }
  }
}
