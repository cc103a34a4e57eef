/// A place in a text, counted from 1; the column counts Unicode scalars.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  public let line: Int
  public let column: Int

  /// The place of a value that was never read from a text.
  public static let none = TextPosition(line: 0, column: 0)

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column)" }
}
