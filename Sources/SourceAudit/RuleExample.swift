/// A short source text that shows what a rule finds or leaves alone.
public struct RuleExample: Sendable, Hashable {
  /// What it shows, as a claim.
  public let title: String
  public let source: String
  /// The lines, from 1, that must be found; empty for a text that must stay quiet.
  public let lines: [Int]

  public init(_ title: String, lines: [Int] = [], _ source: String) {
    self.title = title
    self.lines = lines
    self.source = source
  }
}
