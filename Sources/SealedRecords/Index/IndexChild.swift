/// A place of the index as its parent knows it: the seal it must have, and what lies below.
struct IndexChild: Hashable, Sendable {
  var tag: SealTag
  var zones: [IndexZone]

  init(tag: SealTag, zones: [IndexZone]) {
    self.tag = tag
    self.zones = zones
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    tag = try reader.tag()
    let count = Int(try reader.number(UInt16.self))
    zones = []
    for _ in 0..<count {
      let zone = try IndexZone(from: &reader)
      if let before = zones.last, before.kind >= zone.kind { throw ByteReader.Malformed() }
      zones.append(zone)
    }
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(tag: tag)
    bytes.append(number: UInt16(truncatingIfNeeded: zones.count))
    for zone in zones { zone.write(to: &bytes) }
  }
}
