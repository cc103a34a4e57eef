/// The beginning of a body, masked and on one line.
struct BodyExcerpt: Sendable {
  /// How far beyond what is printed a body is looked at.
  private static let margin = 64 << 10

  private let limit: Int
  private let rules: MaskingRules

  /// - Parameter bytes: how much is printed; 0 prints the length only.
  init(bytes: Int, rules: MaskingRules) {
    limit = max(0, bytes)
    self.rules = rules
  }

  /// Masks before it cuts: half a token is no token any more, and would show.
  func text(of body: [UInt8]) -> String {
    guard !body.isEmpty else { return "" }
    guard limit > 0 else { return "\(body.count) bytes" }
    guard let text = String(validating: body, as: UTF8.self) else { return "\(body.count) bytes, not text" }
    // A rule may look a little further than what is printed; more of a large body is not looked at.
    let window = String(decoding: text.utf8.prefix(limit + Self.margin), as: UTF8.self)
    let masked = rules.mask(window)
    // Where the window ends inside of a secret no rule knows it: what is near its end is not printed.
    let isTorn = window.utf8.count < text.utf8.count
    let end = isTorn ? min(limit, max(masked.utf8.count - Self.margin, 0)) : limit
    let cut = masked.utf8.count > end
    let shown = cut ? String(decoding: masked.utf8.prefix(end), as: UTF8.self) + "…" : masked
    return "\(body.count) bytes: " + LineText.escape(shown)
  }
}
