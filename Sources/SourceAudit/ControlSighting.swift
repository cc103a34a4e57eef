import SecurityPolicy

/// A control that was found in the code. It says that the code is there, not that it is enough.
public struct ControlSighting: Sendable, Hashable {
  /// What it is, in a few words.
  public let control: String
  /// The rule that looked for it.
  public let rule: String
  public let requirements: [Requirement]
  /// The path from the root of the project.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
}

extension ControlSighting: Comparable {
  public static func < (left: ControlSighting, right: ControlSighting) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return left.line < right.line }
    return (left.column, left.rule, left.control) < (right.column, right.rule, right.control)
  }
}
