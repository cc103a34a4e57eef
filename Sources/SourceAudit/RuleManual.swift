import SecurityPolicy

/// What a rule says about itself. The manual page, the tests and the SARIF entry are all made from this one value, so
/// they cannot disagree.
public struct RuleManual: Sendable, Hashable {
  /// Lower case with hyphens; stable over versions.
  public let id: String
  public let title: String
  /// Why it matters, for people.
  public let reason: String
  /// What to do instead.
  public let fix: String
  /// Ids of published catalogues: TR-03161-1, MASVS, MASWE.
  public let requirements: [Requirement]
  /// CWE ids.
  public let weaknesses: [Requirement]
  /// Each must give at least one finding.
  public let violating: [RuleExample]
  /// None may give a finding.
  public let conforming: [RuleExample]

  public init(
    id: String, title: String, reason: String, fix: String, requirements: [Requirement], weaknesses: [Requirement],
    violating: [RuleExample], conforming: [RuleExample]
  ) {
    self.id = id
    self.title = title
    self.reason = reason
    self.fix = fix
    self.requirements = requirements
    self.weaknesses = weaknesses
    self.violating = violating
    self.conforming = conforming
  }
}
