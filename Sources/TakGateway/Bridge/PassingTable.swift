import PeerMesh

/// What a bridge remembers of events while they hold: gone once the event is stale, bounded before that.
struct PassingTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let end: MeshTime
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]

  init(limit: Int) { self.limit = limit }

  func value(of key: Key, at now: MeshTime) -> Value? {
    guard let entry = entries[key], now < entry.end else { return nil }
    return entry.value
  }

  func holds(_ key: Key, at now: MeshTime) -> Bool { value(of: key, at: now) != nil }

  /// What ends first makes room: who floods the bridge with names pushes out names, not memory.
  mutating func remember(_ key: Key, as value: Value, until end: MeshTime, now: MeshTime) {
    if entries.count >= limit, entries[key] == nil {
      entries = entries.filter { now < $0.value.end }
      if entries.count >= limit {
        let middle = entries.values.map(\.end).sorted()[entries.count / 2]
        entries = entries.filter { $0.value.end > middle }
      }
    }
    entries[key] = Entry(value: value, end: max(end, entries[key]?.end ?? end))
  }
}

extension PassingTable where Value == Void {
  mutating func remember(_ key: Key, until end: MeshTime, now: MeshTime) {
    remember(key, as: (), until: end, now: now)
  }
}
