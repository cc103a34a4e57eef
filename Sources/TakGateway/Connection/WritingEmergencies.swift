/// Emergencies that are being written: what became of each is not known yet.
///
/// Claim: a call that is ended meanwhile is told as ended once its write is over, also where its end is stale by then.
struct WritingEmergencies: Sendable {
  private struct Entry: Sendable {
    let event: DatedEvent
    var isEnded = false
  }

  private var number = 0
  private var entries: [Int: Entry] = [:]

  /// - Returns: its place here, until the write is over.
  mutating func begin(_ event: DatedEvent) -> Int {
    number += 1
    entries[number] = Entry(event: event)
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

  /// Whether a newer call for help under its uid is being written, or a newer end.
  func outdates(_ event: DatedEvent) -> Bool { entries.values.contains { $0.event.outdates(event) } }
}
