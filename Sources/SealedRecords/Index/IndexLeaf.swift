/// The lowest place of the index: what the rows of 64 successive sequence numbers must be.
///
/// Rows say nothing about themselves that a query believes: kind, date and pending mark stand here, sealed.
struct IndexLeaf: Sendable {
  static let bits: Int64 = 6
  static let span: Int64 = 1 << bits

  /// One row: whoever changes, removes or exchanges it contradicts this.
  struct Entry: Hashable, Sendable {
    var kind: UInt16
    var isSynced: Bool
    /// Seconds since 2001-01-01.
    var date: Double
    /// The first bytes of the record's id: a record that is gone is told from one that never was.
    var idPrefix: UInt32
    var tag: SealTag
  }

  private(set) var occupied: UInt64 = 0
  private(set) var entries: ContiguousArray<Entry> = []

  init() {}

  init(parsing bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    occupied = try reader.number(UInt64.self)
    let count = occupied.nonzeroBitCount
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let kind = try reader.number(UInt16.self)
      let flags = try reader.number(UInt8.self)
      let date = Double(bitPattern: try reader.number(UInt64.self))
      guard flags <= 1, date.isFinite else { throw ByteReader.Malformed() }
      entries.append(
        Entry(
          kind: kind, isSynced: flags == 1, date: date, idPrefix: try reader.number(UInt32.self),
          tag: try reader.tag()))
    }
    guard reader.isAtEnd else { throw ByteReader.Malformed() }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + entries.count * 31)
    bytes.append(number: occupied)
    for entry in entries {
      bytes.append(number: entry.kind)
      bytes.append(entry.isSynced ? 1 : 0)
      bytes.append(number: entry.date.bitPattern)
      bytes.append(number: entry.idPrefix)
      bytes.append(tag: entry.tag)
    }
    return bytes
  }

  var zones: [IndexZone] {
    var zones: [IndexZone] = []
    for entry in entries {
      zones.merge(IndexZone(kind: entry.kind, pending: entry.isSynced ? 0 : 1, date: entry.date))
    }
    return zones
  }

  /// The entry at an offset of 0 to 63.
  subscript(offset: Int) -> Entry? {
    get { occupied >> offset & 1 == 1 ? entries[rank(offset)] : nil }
    set {
      let isThere = occupied >> offset & 1 == 1
      switch (isThere, newValue) {
      case (true, .some(let entry)): entries[rank(offset)] = entry
      case (false, .some(let entry)):
        entries.insert(entry, at: rank(offset))
        occupied |= 1 << offset
      case (true, .none):
        entries.remove(at: rank(offset))
        occupied &= ~(1 << offset)
      case (false, .none): break
      }
    }
  }

  /// The offsets that are occupied, ascending.
  var offsets: [Int] { (0..<Int(Self.span)).filter { occupied >> $0 & 1 == 1 } }

  private func rank(_ offset: Int) -> Int { (occupied & (1 << offset &- 1)).nonzeroBitCount }
}
