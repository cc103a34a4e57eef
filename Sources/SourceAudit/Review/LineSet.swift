/// Lines of a text, from 1: those that are new against an older text.
public struct LineSet: Sendable, Hashable {
  private let ranges: [Range<Int>]

  /// Whether the line is one of them.
  public func contains(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }

  /// Whether there is none.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Every line, as in a file that is new.
  public static let all = LineSet(ranges: [1..<Int.max])

  /// The lines of `new` that `old` does not have at that place.
  public init(of new: String, since old: String) {
    ranges = LineDifference(from: old, to: new).hunks.map { $0.new.lowerBound + 1..<$0.new.upperBound + 1 }
      .filter { !$0.isEmpty }
  }

  private init(ranges: [Range<Int>]) { self.ranges = ranges }
}
