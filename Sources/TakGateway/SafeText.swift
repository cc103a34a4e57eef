import CursorOnTarget

/// A text from outside that may be shown on one line: no control character, nothing that turns the direction of writing.
struct SafeText: Sendable, Hashable {
  static let maximumBytes = 256

  let text: String

  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumBytes, let line = try? CoTLine(text) else { return nil }
    self.text = line.description
  }
}
