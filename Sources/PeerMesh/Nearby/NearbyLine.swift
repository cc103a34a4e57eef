/// Those that were found, in the order in which they are tried: who has waited longest is first, so any number of invented
/// devices makes nobody wait for ever. Bounded; when it is full, a newcomer takes the place of the one that was tried last.
package struct NearbyLine<Place> {
  fileprivate struct Entry {
    var place: Place
    var turn: UInt64
    var isTried = false
  }

  private let limit: Int
  private var entries: [NearbyID: Entry] = [:]
  private var turns: UInt64 = 0

  package init(limit: Int) { self.limit = limit }

  package var count: Int { entries.count }

  /// Where the device of this id is found.
  package subscript(id: NearbyID) -> Place? { entries[id]?.place }

  /// Who waits, the longest first.
  package var inOrder: [(id: NearbyID, place: Place)] {
    entries.sorted { $0.value.turn < $1.value.turn }.map { ($0.key, $0.value.place) }
  }

  /// A device was found, or found again: then it keeps its turn.
  package mutating func note(_ id: NearbyID, at place: Place) {
    if entries[id] != nil {
      entries[id]?.place = place
      return
    }
    if entries.count >= limit {
      guard let last = entries.filter(\.value.isTried).max(by: { $0.value.turn < $1.value.turn }) else { return }
      entries[last.key] = nil
    }
    turns += 1
    entries[id] = Entry(place: place, turn: turns)
  }

  /// It had its turn and goes to the end of the line.
  package mutating func tried(_ id: NearbyID) {
    turns += 1
    entries[id]?.turn = turns
    entries[id]?.isTried = true
  }

  package mutating func forget(_ id: NearbyID) { entries[id] = nil }

  /// Forgets whom nobody finds any more.
  package mutating func keep(only ids: Set<NearbyID>) { entries = entries.filter { ids.contains($0.key) } }
}

extension NearbyLine: Sendable where Place: Sendable {}
extension NearbyLine.Entry: Sendable where Place: Sendable {}
