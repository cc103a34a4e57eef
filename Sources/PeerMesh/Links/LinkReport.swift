/// What one side of a proven link says it has: which of the last records came, and which parts of others are missing.
///
/// Bytes 6, then 2 (where it ends), 8 (a bit for each of the 64 records below that, the nearest in the lowest), 1 (whether more is
/// missing than had room), then for each part that is missing: record 2, start 2, end 2; then a mark of 8 over all before
/// it and the full record number, so that a report of an earlier time fits no later one.
/// Nothing in it is secret.
package struct LinkReport: Sendable, Hashable {
  package struct Gap: Sendable, Hashable {
    package let number: UInt16
    package let range: Range<Int>

    package init(number: UInt16, range: Range<Int>) {
      (self.number, self.range) = (number, range)
    }
  }

  static let overhead = 12 + LinkFragment.markByteCount
  private static let gapByteCount = 6
  package static let gapLimit = 32
  /// The low 16 bits of the number that the report ends before.
  package let next: UInt16
  package let seen: UInt64
  package let gaps: [Gap]
  /// Whether more is missing behind the last gap.
  package let isCut: Bool

  /// At most so many gaps as fit into `limit` bytes without the mark.
  package init(next: UInt16, seen: UInt64, gaps: [Gap], limit: Int) {
    let room = min(Self.gapLimit, max(0, limit - Self.overhead + LinkFragment.markByteCount) / Self.gapByteCount)
    (self.next, self.seen, self.gaps, isCut) = (next, seen, Array(gaps.prefix(room)), gaps.count > room)
  }

  /// - Throws: ``MeshRefusal/malformed`` for bytes, without the mark, that no report has.
  package init(reading bytes: ArraySlice<UInt8>) throws(MeshRefusal) {
    var fields = ByteFields(Array(bytes))
    guard fields.number(UInt8.self) == 6, let next = fields.number(UInt16.self), let seen = fields.number(UInt64.self),
      let cut = fields.number(UInt8.self), cut <= 1, fields.remaining <= Self.gapLimit * Self.gapByteCount
    else { throw .malformed }
    var gaps: [Gap] = []
    while !fields.isAtEnd {
      guard let number = fields.number(UInt16.self), let start = fields.number(UInt16.self),
        let end = fields.number(UInt16.self), start < end
      else { throw .malformed }
      gaps.append(Gap(number: number, range: Int(start)..<Int(end)))
    }
    (self.next, self.seen, self.gaps, isCut) = (next, seen, gaps, cut == 1)
  }

  /// Without the mark.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = [6]
    bytes.append(bigEndian: next)
    bytes.append(bigEndian: seen)
    bytes.append(isCut ? 1 : 0)
    for gap in gaps {
      bytes.append(bigEndian: gap.number)
      bytes.append(bigEndian: UInt16(gap.range.lowerBound))
      bytes.append(bigEndian: UInt16(gap.range.upperBound))
    }
    return bytes
  }
}
