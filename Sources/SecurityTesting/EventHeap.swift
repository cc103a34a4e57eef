import PeerMesh

/// Events by time; those of the same time in the order of their coming.
struct EventHeap<Event> {
  private struct Entry {
    let time: MeshTime
    let number: Int
    let event: Event
    func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  private var entries: [Entry] = []
  private var count = 0

  mutating func add(_ event: Event, at time: MeshTime) {
    entries.append(Entry(time: time, number: count, event: event))
    count += 1
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// The first event, unless it is later than `end`.
  mutating func next(until end: MeshTime) -> (MeshTime, Event)? {
    guard let first = entries.first, first.time <= end else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count && entries[child].isBefore(entries[least])
      {
        least = child
      }
      if least == place { return (first.time, first.event) }
      entries.swapAt(place, least)
      place = least
    }
  }
}
