import SecurityPolicy

/// A comment in the source that allows a finding: `mantlet:allow RULE until 2027-01-31: reason`.
public struct Suppression: Sendable, Hashable {
  /// Why the place may stay as it is, in the words of the source: text from outside.
  public let reason: String
  /// The last day on which it holds; nil for an allowance without an end.
  public let until: PolicyDay?
  /// The line of the comment, from 1.
  public let line: Int
}
