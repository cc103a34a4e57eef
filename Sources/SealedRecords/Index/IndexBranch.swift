/// An inner place of the index: up to 32 places below it, each bound by its tag.
struct IndexBranch: Sendable {
  static let bits: Int64 = 5
  static let span: Int64 = 1 << bits

  private(set) var children: [Int64: IndexChild] = [:]

  init(_ children: [Int64: IndexChild] = [:]) { self.children = children }

  var isEmpty: Bool { children.isEmpty }

  init(parsing bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    var before: Int64 = -1
    while !reader.isAtEnd {
      let slot = Int64(try reader.number(UInt8.self))
      guard slot > before, slot < Self.span else { throw ByteReader.Malformed() }
      children[slot] = try IndexChild(from: &reader)
      before = slot
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (slot, child) in slots {
      bytes.append(UInt8(truncatingIfNeeded: slot))
      child.write(to: &bytes)
    }
    return bytes
  }

  var zones: [IndexZone] {
    var zones: [IndexZone] = []
    for (_, child) in slots { for zone in child.zones { zones.merge(zone) } }
    return zones
  }

  /// The places below, ascending.
  var slots: [(slot: Int64, child: IndexChild)] {
    children.sorted { $0.key < $1.key }.map { (slot: $0.key, child: $0.value) }
  }

  subscript(slot: Int64) -> IndexChild? {
    get { children[slot] }
    set { children[slot] = newValue }
  }
}
