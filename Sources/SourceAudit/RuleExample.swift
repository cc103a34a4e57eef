import SecurityPolicy

/// A short source text that shows what a rule finds or leaves alone.
public struct RuleExample: Sendable, Hashable {
  /// What it shows, as a claim.
  public let title: String
  public let source: String
  /// The lines, from 1, that must be found; empty for a text that must stay quiet.
  public let lines: [Int]
  /// The name of the file; it tells the language.
  public let path: String
  /// Further files of the example; nothing is found in them.
  public let others: [SourceText]
  /// The policy that it is judged under.
  public let policy: Policy

  public init(
    _ title: String, path: String = "A.swift", lines: [Int] = [], others: [SourceText] = [],
    policy: Policy = Policy(name: "example", environments: [:]), _ source: String
  ) {
    self.title = title
    self.source = source
    self.lines = lines
    self.path = path
    self.others = others
    self.policy = policy
  }
}
