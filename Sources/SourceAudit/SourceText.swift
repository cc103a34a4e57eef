/// One source file as text: its path from the root of the project, with `/`.
public struct SourceText: Sendable, Hashable {
  public let path: String
  public let text: String

  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
