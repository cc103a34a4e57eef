import CursorOnTarget

/// Emergencies that are being written: what became of each is not known yet.
///
/// Claim: a call that is ended meanwhile is told as ended once its write is over, also where its end is stale by then.
struct WritingEmergencies: Sendable {
  private struct Entry: Sendable {
    let event: DatedEvent
    let stream: Int
    var isEnded = false
  }

  private var number = 0
  private var entries: [Int: Entry] = [:]

  /// - Parameter stream: the number of the one to which it is written.
  /// - Returns: its place here, until the write is over.
  mutating func begin(_ event: DatedEvent, on stream: Int) -> Int {
    number += 1
    entries[number] = Entry(event: event, stream: stream)
    return number
  }

  /// The write is over.
  ///
  /// - Returns: whether it was ended meanwhile.
  mutating func finish(_ place: Int) -> Bool { entries.removeValue(forKey: place)?.isEnded ?? false }

  /// Notes what an end ends that was handed in.
  mutating func note(_ end: DatedEvent) {
    for (place, entry) in entries where entry.event.isEnded(by: end) { entries[place]?.isEnded = true }
  }

  /// Whether the end of this call is being written.
  func holdsEnd(of event: DatedEvent) -> Bool { entries.values.contains { event.isEnded(by: $0.event) } }

  /// Whether a newer call for help under its uid is being written, or a newer end. A call gives way to a newer one only
  /// on the present stream: from one that has ended it is given back, and may be stale by then.
  func outdates(_ event: DatedEvent, on stream: Int) -> Bool {
    entries.values.contains { entry in
      guard entry.event.outdates(event) else { return false }
      return entry.stream == stream || event.event.endsCall || entry.event.event.endsCall
    }
  }
}
