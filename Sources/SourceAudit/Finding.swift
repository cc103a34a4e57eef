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
  /// What `mantlet audit fix` would change; empty when only a person can mend it.
  public let edits: [SourceEdit]

  /// The comment in the source that allows this place; nil for most.
  public package(set) var suppression: Suppression?
  /// Against the baseline; nil when there is none.
  public package(set) var baseline: BaselineState?
  /// On a line that did not change since the revision that was asked about.
  public package(set) var isOutsideDiff = false

  /// A finding of the rule that the manual describes; title, requirements and fix are the manual's.
  public init(
    _ manual: RuleManual, severity: FindingSeverity, file: String, line: Int, column: Int, message: String,
    confidence: FindingConfidence = .high, role: String = "app", fingerprint: String = "", flow: [FindingStep] = [],
    edits: [SourceEdit] = []
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
    self.edits = edits
    fix = manual.fix
  }

  /// Whether it can make the verdict fail: neither allowed in the source, nor known before, nor outside of the change.
  public var counts: Bool { suppression == nil && baseline != .unchanged && !isOutsideDiff }
}

extension Finding: Comparable {
  public static func < (left: Finding, right: Finding) -> Bool {
    // Most differ here, and those that are in order already are told so by a look at two members.
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return left.line < right.line }
    return (left.column, left.rule, left.message) < (right.column, right.rule, right.message)
  }
}
