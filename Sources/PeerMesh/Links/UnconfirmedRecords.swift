/// Records whose arrival the neighbour has not reported: the same sealed bytes go again, only the parts that are missing, a
/// few times with growing pauses. Bounded in number, bytes and tries; the oldest goes first.
///
/// Only the neighbour that proved the key can report, so a forged report makes nobody send. One that reports nothing gets
/// each record seven times at most, out of the link's own budget.
struct UnconfirmedRecords {
  private struct Item {
    let number: UInt64
    /// Datagrams with the place of their bytes in the sealed record.
    var parts: [(range: Range<Int>, datagram: [UInt8])]
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

  mutating func add(_ parts: [(range: Range<Int>, datagram: [UInt8])], number: UInt64, now: MeshTime) {
    let size = parts.reduce(0) { $0 + $1.datagram.count }
    guard size <= Self.byteLimit else { return }
    while items.count >= Self.countLimit || byteCount + size > Self.byteLimit { remove(0) }
    items.append(Item(number: number, parts: parts, due: now + Self.pause))
    byteCount += size
  }

  /// Believes a report whose mark was right. `next` is the full number.
  mutating func confirm(_ report: LinkReport, next: UInt64) {
    for place in items.indices.reversed() {
      let number = items[place].number
      guard number < next else { continue }
      let age = next - 1 - number
      // What lies below the report was not said to be missing.
      if age < 64, report.seen & (1 << age) != 0 { remove(place) }
    }
    for place in items.indices {
      let low = UInt16(truncatingIfNeeded: items[place].number)
      let gaps = report.gaps.filter { $0.number == low }.map(\.range)
      guard let last = gaps.last else { continue }
      let isUnknownBehind = report.isCut && report.gaps.last?.number == low
      let kept = items[place].parts.filter { part in
        isUnknownBehind && part.range.lowerBound >= last.upperBound || gaps.contains { $0.overlaps(part.range) }
      }
      byteCount += kept.reduce(0) { $0 + $1.datagram.count }
      byteCount -= items[place].parts.reduce(0) { $0 + $1.datagram.count }
      items[place].parts = kept
    }
  }

  /// What is to be sent again now.
  mutating func due(_ now: MeshTime) -> [[UInt8]] {
    var datagrams: [[UInt8]] = []
    for place in items.indices.reversed() where items[place].due <= now {
      guard items[place].tries < Self.tryLimit else {
        remove(place)
        continue
      }
      items[place].tries += 1
      items[place].due = now + Self.pause << MeshTime(min(items[place].tries, 2))
      datagrams = items[place].parts.map(\.datagram) + datagrams
    }
    return datagrams
  }

  /// After the clock was set back.
  mutating func shift(by step: MeshTime) { for place in items.indices { items[place].due += step } }

  private mutating func remove(_ place: Int) {
    byteCount -= items.remove(at: place).parts.reduce(0) { $0 + $1.datagram.count }
  }
}
