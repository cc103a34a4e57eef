/// Frames that wait for one neighbour: the urgent first, bounded, jittered.
struct Outbox {
  struct Item {
    var due: MeshTime
    let rank: Int
    var hops: UInt8
    let id: FrameID
    let frame: [UInt8]
    let kind: MessageKind
    let keyID: MeshKeyID
  }

  private(set) var items: [Item] = []
  private var byteCount = 0

  /// Whether there was room; a less urgent item makes room for a more urgent one.
  mutating func add(_ item: Item, limits: MeshLimits) -> Bool {
    while items.count >= limits.queuedFrames || byteCount + item.frame.count > limits.queuedBytes {
      guard let least = items.indices.max(by: { items[$0].rank < items[$1].rank }), items[least].rank > item.rank
      else { return false }
      byteCount -= items[least].frame.count
      items.remove(at: least)
    }
    byteCount += item.frame.count
    items.append(item)
    return true
  }

  /// A copy of what waits came by a shorter way: it goes on as far as that one would.
  mutating func raise(_ id: FrameID, to hops: UInt8) -> Bool {
    guard let place = items.firstIndex(where: { $0.id == id }) else { return false }
    items[place].hops = max(items[place].hops, hops)
    return true
  }

  /// Gone, or needless: the neighbour has it with at least so many hops left.
  mutating func drop(_ id: FrameID, upTo hops: UInt8 = .max) {
    guard let place = items.firstIndex(where: { $0.id == id }), items[place].hops <= hops else { return }
    byteCount -= items[place].frame.count
    items.remove(at: place)
  }

  mutating func dropAll(where isUnwanted: (Item) -> Bool) {
    items.removeAll(where: isUnwanted)
    byteCount = items.reduce(0) { $0 + $1.frame.count }
  }

  mutating func shift(by step: MeshTime) { for place in items.indices { items[place].due += step } }

  /// The most urgent of those that are due.
  func next(_ now: MeshTime) -> Item? {
    items.lazy.filter { $0.due <= now }.min { ($0.rank, $0.due) < ($1.rank, $1.due) }
  }

  var firstDue: MeshTime? { items.lazy.map(\.due).min() }
}
