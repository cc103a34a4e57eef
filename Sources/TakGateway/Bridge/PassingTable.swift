import PeerMesh

/// What a bridge remembers of events while they hold: gone once the event is stale, bounded before that.
struct PassingTable<Key: Hashable & Sendable>: Sendable {
  private let limit: Int
  private var ends: [Key: MeshTime] = [:]

  init(limit: Int) { self.limit = limit }

  func holds(_ key: Key, at now: MeshTime) -> Bool { ends[key].map { now < $0 } ?? false }

  /// What ends first makes room: who floods the bridge with names pushes out names, not memory.
  mutating func remember(_ key: Key, until end: MeshTime, now: MeshTime) {
    if ends.count >= limit, ends[key] == nil {
      ends = ends.filter { now < $0.value }
      if ends.count >= limit {
        let middle = ends.values.sorted()[ends.count / 2]
        ends = ends.filter { $0.value > middle }
      }
    }
    ends[key] = max(end, ends[key] ?? end)
  }
}
