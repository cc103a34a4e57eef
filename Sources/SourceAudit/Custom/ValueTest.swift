/// What a custom rule asks of a value. All that is named must hold; a value that cannot be resolved meets nothing.
struct ValueTest: Sendable, Hashable {
  enum Meaning: String, Sendable, Hashable, CaseIterable {
    /// Holds a secret by its name, or comes from one.
    case secret
    /// Comes from a link, an intent, a page, the pasteboard.
    case untrusted
    /// Known when the app is built.
    case constant
    /// A text into which a value is inserted.
    case inserted
  }

  var meaning: Meaning?
  var equals: [String] = []
  var matches: [GlobPattern] = []
  var below: Int?
  var above: Int?

  func holds(_ value: Expression, in project: Project) -> Bool {
    if let meaning, !has(meaning, value, project) { return false }
    if !equals.isEmpty || !matches.isEmpty {
      let texts = project.texts(of: value) + project.symbols(of: value)
      guard texts.contains(where: { text in equals.contains(text) || matches.contains { $0.matches(text) } }) else {
        return false
      }
    }
    if below != nil || above != nil {
      guard project.integers(of: value).contains(where: { $0 < below ?? .max && $0 > above ?? .min }) else {
        return false
      }
    }
    return true
  }

  private func has(_ meaning: Meaning, _ value: Expression, _ project: Project) -> Bool {
    switch meaning {
    case .secret: project.isSecret(value)
    case .untrusted: project.door(of: value) != nil
    case .constant: project.isConstant(value)
    case .inserted: project.inserted(into: value) != nil
    }
  }
}
