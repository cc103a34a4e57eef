/// One source file as text: its path from the root of the project, with `/`.
public struct SourceText: Sendable, Hashable {
  public let path: String
  public let text: String
  /// What a file holds that is no UTF-8 and is read all the same: binary property lists, texts of UTF-16. ``text`` is
  /// empty then.
  package let bytes: [UInt8]

  /// A file of text.
  public init(path: String, text: String) { self.init(path: path, text: text, bytes: []) }

  package init(path: String, text: String = "", bytes: [UInt8]) {
    self.path = path
    self.text = text
    self.bytes = bytes
  }
}
