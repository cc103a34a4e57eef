import UntrustedInput

/// A build setting as it takes effect: what the nearest level writes, and before it what that level inherits.
struct BuildSetting: Sendable {
  /// What one level writes.
  struct Piece: Sendable {
    let text: String
    let file: SourceText
    let position: TextPosition
  }

  private(set) var pieces: [Piece]

  init(_ text: String, file: SourceText, at position: TextPosition) {
    pieces = [Piece(text: text, file: file, position: position)]
  }

  var text: String { pieces.map(\.text).joined(separator: " ") }

  private static let marks = ["$(inherited)", "${inherited}"]

  /// This level's value on top of the one below.
  func over(_ lower: BuildSetting?) -> BuildSetting {
    guard let lower, pieces.contains(where: { piece in Self.marks.contains { piece.text.contains($0) } }) else {
      return self
    }
    var joined = self
    // Levels are few; a chain of includes is not, so that what is inherited stays bounded.
    joined.pieces = Array((lower.pieces + pieces).suffix(32))
    return joined
  }
}
