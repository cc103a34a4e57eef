/// One flaw that a baseline knows.
public struct BaselineEntry: Sendable, Hashable {
  public let rule: String
  /// The path when the baseline was written; it does not take part in the comparison.
  public let file: String
  public let fingerprint: String
  /// How many findings share the fingerprint: two equal flaws are two.
  public let count: Int
}

extension BaselineEntry: Comparable {
  public static func < (left: BaselineEntry, right: BaselineEntry) -> Bool {
    (left.file, left.rule, left.fingerprint) < (right.file, right.rule, right.fingerprint)
  }
}
