/// Records whose arrival the neighbour has not reported: the same sealed bytes go again, only the parts that are missing, a
/// few times with growing pauses. Bounded in number, bytes and tries; the oldest goes first.
///
/// Only the neighbour that proved the key can report, so a forged report makes nobody send. One that reports nothing gets
/// each record seven times at most, out of the link's own budget.
struct UnconfirmedRecords {
  private struct Item {
    let number: UInt64
    /// Its datagrams: the whole record, or fragments of it.
    var parts: [[UInt8]]
    var due: MeshTime
    var tries = 0
  }

  static let (countLimit, byteLimit, tryLimit) = (128, 64 * 1024, 6)
  /// Until the first repetition; it doubles twice.
  static let pause: MeshTime = 400
  private var items: [Item] = []
  private var byteCount = 0

  var isEmpty: Bool { items.isEmpty }
  var firstDue: MeshTime? { items.lazy.map(\.due).min() }

  mutating func add(_ parts: [[UInt8]], number: UInt64, now: MeshTime) {
    let size = Self.size(of: parts)
    guard size <= Self.byteLimit else { return }
    while items.count >= Self.countLimit || byteCount + size > Self.byteLimit { remove(0) }
    items.append(Item(number: number, parts: parts, due: now + Self.pause))
    byteCount += size
  }

  /// Believes a report whose mark was right. `next` is the full number.
  mutating func confirm(_ report: LinkReport, next: UInt64) {
    items.removeAll { item in
      guard item.number < next else { return false }
      let age = next - 1 - item.number
      // What lies below the report was not said to be missing.
      guard age < 64, report.seen & (1 << age) != 0 else { return false }
      byteCount -= Self.size(of: item.parts)
      return true
    }
    for place in items.indices {
      let low = UInt16(truncatingIfNeeded: items[place].number)
      let gaps = report.gaps.filter { $0.number == low }.map(\.range)
      guard let last = gaps.last else { continue }
      let isUnknownBehind = report.isCut && report.gaps.last?.number == low
      let kept = items[place].parts.filter { part in
        let range = LinkDatagram.range(of: part)
        return isUnknownBehind && range.lowerBound >= last.upperBound || gaps.contains { $0.overlaps(range) }
      }
      byteCount += Self.size(of: kept) - Self.size(of: items[place].parts)
      items[place].parts = kept
    }
  }

  /// What is to be sent again now, the oldest first, as long as `pay` takes the cost of a datagram. What could not go at
  /// all has lost no try; a part that is larger than the MTU of now is passed over.
  mutating func due(_ now: MeshTime, mtu: Int, pay: (Int) -> Bool) -> [[UInt8]] {
    for place in items.indices.reversed() where items[place].due <= now {
      if items[place].tries >= Self.tryLimit { remove(place) }
    }
    var datagrams: [[UInt8]] = []
    for place in items.indices where items[place].due <= now {
      let before = datagrams.count
      var isPaid = true
      for part in items[place].parts where part.count <= mtu {
        isPaid = pay(Self.cost(part))
        guard isPaid else { break }
        datagrams.append(part)
      }
      guard isPaid || datagrams.count > before else { break }
      items[place].tries += 1
      items[place].due = now + Self.pause << MeshTime(min(items[place].tries, 2))
      guard isPaid else { break }
    }
    return datagrams
  }

  /// What the first datagram that is due costs.
  func costDue(_ now: MeshTime) -> Int {
    items.first { $0.due <= now }?.parts.first.map(Self.cost) ?? 0
  }

  private static func cost(_ datagram: [UInt8]) -> Int { datagram.count + 64 }

  /// After the clock was set back.
  mutating func shift(by step: MeshTime) { for place in items.indices { items[place].due += step } }

  private mutating func remove(_ place: Int) { byteCount -= Self.size(of: items.remove(at: place).parts) }

  private static func size(of parts: [[UInt8]]) -> Int { parts.reduce(0) { $0 + $1.count } }
}
