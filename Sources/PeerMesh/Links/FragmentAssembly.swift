/// One record that arrives in parts, in any order, none twice.
struct FragmentAssembly {
  let number: UInt64
  let total: Int
  let began: MeshTime
  private var bytes: [UInt8]
  /// What has come, sorted, neighbours joined.
  private var ranges: [Range<Int>] = []

  /// Twice the holes that the largest message has on the smallest link when three of ten parts are lost.
  static let rangeLimit = 1024

  init(number: UInt64, total: Int, now: MeshTime) {
    self.number = number
    self.total = total
    began = now
    bytes = [UInt8](repeating: 0, count: total)
  }

  /// The first `limit` of what is missing, in order.
  func gaps(limit: Int) -> [Range<Int>] {
    var (gaps, end) = ([Range<Int>](), 0)
    for range in ranges {
      guard gaps.count < limit else { return gaps }
      if end < range.lowerBound { gaps.append(end..<range.lowerBound) }
      end = range.upperBound
    }
    if end < total, gaps.count < limit { gaps.append(end..<total) }
    return gaps
  }

  /// All bytes once nothing is missing.
  ///
  /// - Throws: ``MeshRefusal/fragment`` for a part that overlaps another; one that came before is ignored.
  ///   ``MeshRefusal/tooManyParts`` for one that makes another hole beyond ``rangeLimit``.
  mutating func add(_ part: ArraySlice<UInt8>, at offset: Int) throws(MeshRefusal) -> [UInt8]? {
    var range = offset..<offset + part.count
    guard range.upperBound <= total else { throw .fragment }
    if ranges.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }) { return nil }
    guard !ranges.contains(where: { $0.overlaps(range) }) else { throw .fragment }
    let isJoined = ranges.contains { $0.upperBound == range.lowerBound || $0.lowerBound == range.upperBound }
    guard isJoined || ranges.count < Self.rangeLimit else { throw .tooManyParts }
    bytes.replaceSubrange(range, with: part)
    if let before = ranges.firstIndex(where: { $0.upperBound == range.lowerBound }) {
      range = ranges.remove(at: before).lowerBound..<range.upperBound
    }
    if let after = ranges.firstIndex(where: { $0.lowerBound == range.upperBound }) {
      range = range.lowerBound..<ranges.remove(at: after).upperBound
    }
    ranges.insert(range, at: ranges.firstIndex { $0.lowerBound > range.lowerBound } ?? ranges.count)
    return ranges == [0..<total] ? bytes : nil
  }
}
