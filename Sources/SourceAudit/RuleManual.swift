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
  /// Ids of published catalogues: TR-03161-1, MASVS v2, MASWE (catalogue of 2025-07).
  public let requirements: [Requirement]
  /// CWE ids, and the MASTG tests that look for it.
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

  /// - Parameter ids: ids of all catalogues; CWE and MASTG become ``weaknesses``, the rest ``requirements``.
  init(
    _ id: String, _ title: String, reason: String, fix: String, ids: [String], violating: [RuleExample],
    conforming: [RuleExample]
  ) {
    let isWeakness = { (id: String) in id.hasPrefix("CWE-") || id.hasPrefix("MASTG-") }
    self.init(
      id: id, title: title, reason: reason, fix: fix,
      requirements: ids.filter { !isWeakness($0) }.map { Requirement($0) },
      weaknesses: ids.filter(isWeakness).map { Requirement($0) }, violating: violating, conforming: conforming)
  }
}
