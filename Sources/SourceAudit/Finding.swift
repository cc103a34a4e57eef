import SecurityPolicy

/// One flaw at one place in the source.
public struct Finding: Sendable, Hashable {
  /// The rule's id, such as `secrets-in-user-defaults`.
  public let rule: String
  public let title: String
  /// Ids of published catalogues that the flaw breaks.
  public let requirements: [Requirement]
  public let severity: FindingSeverity
  /// The path from the root of the project.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// What is wrong here and what the policy asks for. Never the secret itself.
  public let message: String
  /// What to do instead.
  public let fix: String

  /// How sure it is.
  public let confidence: FindingConfidence
  /// What the file is for: `app`, `test`, `preview`, `mock`, `generated`, `vendored`.
  public let role: String
  /// Stays the same when the lines move; tells findings apart over runs.
  public let fingerprint: String
  /// From the place to where the value comes from; empty when there is nothing between.
  public let flow: [FindingStep]
  /// Ids of CWE and of MASTG tests.
  public let weaknesses: [Requirement]

  /// A finding of the rule that the manual describes; title, requirements and fix are the manual's.
  public init(
    _ manual: RuleManual, severity: FindingSeverity, file: String, line: Int, column: Int, message: String,
    confidence: FindingConfidence = .high, role: String = "app", fingerprint: String = "", flow: [FindingStep] = []
  ) {
    rule = manual.id
    title = manual.title
    requirements = manual.requirements
    weaknesses = manual.weaknesses
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.confidence = confidence
    self.role = role
    self.fingerprint = fingerprint
    self.flow = flow
    fix = manual.fix
  }
}

extension Finding: Comparable {
  public static func < (left: Finding, right: Finding) -> Bool {
    (left.file, left.line, left.column, left.rule, left.message)
      < (right.file, right.line, right.column, right.rule, right.message)
  }
}
