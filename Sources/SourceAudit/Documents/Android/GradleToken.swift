import UntrustedInput

/// A word, text, number or sign of a build file.
struct GradleToken: Sendable, Hashable {
  enum Kind: Sendable { case word, text, number, sign, lineEnd }

  let kind: Kind
  /// Without quotes, escapes resolved as far as they stand for quotes.
  let text: String
  let position: TextPosition
  /// Whether a text takes something in: `"$name"`.
  var hasTemplate = false

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}
