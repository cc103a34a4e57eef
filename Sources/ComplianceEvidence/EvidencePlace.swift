/// A place in a cited file: its path from the root of the project, with `/`, and a line counted from 1.
public struct EvidencePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let file: String
  public let line: Int

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  public static func < (left: EvidencePlace, right: EvidencePlace) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }

  /// `file:line`; characters that could forge a line of a report are written as escapes.
  public var description: String { "\(EvidenceText.escaped(file)):\(line)" }
}
