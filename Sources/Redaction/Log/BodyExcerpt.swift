// The fuzzing of it is built without `DEBUG`.
#if DEBUG || FUZZING
  /// The beginning of a body, masked and on one line.
  struct BodyExcerpt: Sendable {
    /// How far beyond what is printed a body is looked at.
    private static let margin = 64 << 10

    private let limit: Int
    private let rules: MaskingRules

    /// - Parameter bytes: how much is printed; 0 prints the length only.
    init(bytes: Int, rules: MaskingRules) {
      limit = min(max(0, bytes), .max - Self.margin)
      self.rules = rules
    }

    /// Masks before it cuts: half a token is no token any more, and would show.
    func text(of body: [UInt8]) -> String {
      guard !body.isEmpty else { return "" }
      guard limit > 0 else { return "\(body.count) bytes" }
      guard let text = String(validating: body, as: UTF8.self) else { return "\(body.count) bytes, not text" }
      // A rule may look a little further than what is printed; more of a large body is not looked at.
      let window = String(decoding: text.utf8.prefix(limit + Self.margin), as: UTF8.self)
      let isTorn = body.count > limit + Self.margin
      let masked = rules.mask(window, isTorn: isTorn)
      // Where the window ends inside of a secret that its form alone tells, no rule knows it: what is near is not printed.
      let end = isTorn ? min(limit, max(masked.utf8.count - Self.margin, 0)) : limit
      let cut = masked.utf8.count > end
      let shown = cut ? String(decoding: masked.utf8.prefix(end), as: UTF8.self) + "…" : masked
      return "\(body.count) bytes: " + LineText.escape(shown)
    }
  }
#endif
