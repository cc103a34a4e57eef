/// One place on the way of a value.
public struct FindingStep: Sendable, Hashable {
  /// The path from the root of the project.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int

  init(file: String, position: (line: Int, column: Int)) {
    self.file = file
    line = position.line
    column = position.column
  }
}
