/// The rows of a unit in the order of the text: what begins in a stretch of it is found without a look at the rest.
struct RowsByOffset: Sendable {
  let expressions: [UInt32]
  /// Declarations that hold steps.
  let bodies: [UInt32]

  init(_ expressions: [ExpressionNode], _ declarations: [DeclarationRecord]) {
    self.expressions = Self.sorted(expressions.indices.dropFirst()) { expressions[$0].offset }
    bodies = Self.sorted(declarations.indices.filter { !declarations[$0].steps.isEmpty }) { declarations[$0].offset }
  }

  private static func sorted(_ rows: some Sequence<Int>, by offset: (Int) -> UInt32) -> [UInt32] {
    // The offset above and the row below sort as one number.
    rows.map { UInt64(offset($0)) << 32 | UInt64($0) }.sorted().map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Those of sorted rows that begin in a stretch of the text, in their own order.
  static func rows(of sorted: [UInt32], in range: Range<UInt32>, by offset: (UInt32) -> UInt32) -> [UInt32] {
    func firstIndex(from start: UInt32) -> Int {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if offset(sorted[middle]) < start { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return sorted[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)].sorted()
  }
}
