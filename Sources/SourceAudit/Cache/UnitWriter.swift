/// A unit's tables as bytes: words of 32 bits, lowest byte first. What ``UnitReader`` reads.
///
/// Holds the names and literal texts of the file, comments and layout not.
package struct UnitWriter {
  static let mark: [UInt8] = Array("MTLUNIT1".utf8)
  private var bytes: [UInt8] = []

  package static func bytes(_ unit: SourceUnit) -> [UInt8] {
    var writer = UnitWriter()
    writer.bytes.reserveCapacity(unit.expressions.count * 40 + 4096)
    writer.bytes += mark
    writer.write(unit)
    return writer.bytes
  }

  private mutating func words(_ words: UInt32...) {
    for word in words { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  private mutating func write(_ unit: SourceUnit) {
    let texts = unit.names.map { Array($0.utf8) }
    words(
      UInt32(texts.count), UInt32(texts.reduce(0) { $0 + $1.count }), UInt32(unit.expressions.count),
      UInt32(unit.lists.count), UInt32(unit.declarations.count), UInt32(unit.steps.count),
      UInt32(unit.attributes.count), UInt32(unit.typeNames.count), UInt32(unit.regions.count))
    for text in texts { words(UInt32(text.count)) }
    for text in texts { bytes += text }
    for node in unit.expressions {
      words(
        UInt32(node.kind.rawValue) | UInt32(node.flags.rawValue) << 8, node.name.raw, node.first, node.listStart,
        node.listCount, node.offset, node.parent.raw, node.owner.raw)
    }
    for entry in unit.lists { words(entry.name.raw, entry.value.raw) }
    for record in unit.declarations {
      words(
        UInt32(record.kind.rawValue) | UInt32(record.flags.rawValue) << 8 | (record.hasBody ? 1 << 24 : 0),
        record.keyword.raw, record.name.raw, record.type.raw, record.parent.raw, record.value.raw, record.offset,
        record.end)
      for range in [record.supertypes, record.attributes, record.steps] { words(range.lowerBound, range.upperBound) }
    }
    for step in unit.steps {
      words(
        UInt32(step.kind.rawValue) | UInt32(step.block.rawValue) << 8, step.value.raw, step.declaration.raw, step.offset
      )
    }
    for attribute in unit.attributes { words(attribute.name.raw, attribute.call.raw, attribute.offset) }
    for name in unit.typeNames { words(name.raw) }
    for region in unit.regions { words(UInt32(region.kind.rawValue), region.start, region.end) }
  }
}
