/// What lies below one place of the index, for one kind: enough to pass by what a query does not ask for.
struct IndexZone: Hashable, Sendable {
  static let byteCount = 2 + 4 + 4 + 8 + 8

  var kind: UInt16
  var count: UInt32
  var pending: UInt32
  /// Seconds since 2001-01-01.
  var first: Double
  var last: Double

  func write(to bytes: inout [UInt8]) {
    bytes.append(number: kind)
    bytes.append(number: count)
    bytes.append(number: pending)
    bytes.append(number: first.bitPattern)
    bytes.append(number: last.bitPattern)
  }

  init(kind: UInt16, pending: UInt32, date: Double) {
    self.kind = kind
    self.pending = pending
    count = 1
    first = date
    last = date
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    kind = try reader.number(UInt16.self)
    count = try reader.number(UInt32.self)
    pending = try reader.number(UInt32.self)
    first = Double(bitPattern: try reader.number(UInt64.self))
    last = Double(bitPattern: try reader.number(UInt64.self))
    guard count > 0, pending <= count, first.isFinite, last.isFinite, first <= last else {
      throw ByteReader.Malformed()
    }
  }
}

extension [IndexZone] {
  /// Adds another place's zones; the result is sorted by kind.
  mutating func merge(_ other: IndexZone) {
    let place = firstIndex { $0.kind >= other.kind } ?? endIndex
    guard place < endIndex, self[place].kind == other.kind else { return insert(other, at: place) }
    self[place].count &+= other.count
    self[place].pending &+= other.pending
    self[place].first = Swift.min(self[place].first, other.first)
    self[place].last = Swift.max(self[place].last, other.last)
  }
}
