/// What the names in a build file stand for, as far as it writes them: `val x = true`, `ext.x = true`,
/// `extra["x"] = true`, `val x by extra(true)`.
///
/// Nothing is evaluated: of a name that gets several values the last one counts that its blocks let be seen.
struct GradleValues: Sendable {
  struct Value: Sendable {
    let scopes: [String]
    let tokens: [GradleToken]
    /// Whether other build files see it.
    let isShared: Bool
  }

  /// Of more values of one name the last.
  private static let mostValues = 64
  private static let shelves: Set<String> = ["ext", "extra"]
  private static let types: Set<String> = ["boolean", "Boolean"]

  private var values: [String: [Value]] = [:]

  init(_ statements: [GradleStatement]) {
    for statement in statements where !statement.isBlock {
      guard let given = Self.given(by: statement), !given.tokens.isEmpty else { continue }
      let isShared = !Self.shelves.isDisjoint(with: statement.path) || statement.first?.words.first == "by"
      values[given.name, default: []].append(
        Value(scopes: statement.scopes, tokens: given.tokens, isShared: isShared))
    }
  }

  /// The last value of a name that is seen from some blocks.
  func value(of name: String, seenFrom scopes: [String]) -> Value? {
    values[name]?.suffix(Self.mostValues).last { $0.isShared || scopes.starts(with: $0.scopes) }
  }

  /// The last value of a name that other build files see.
  func sharedValue(of name: String) -> Value? {
    values[name]?.suffix(Self.mostValues).last { $0.isShared }
  }

  private static func given(by statement: GradleStatement) -> (name: String, tokens: [GradleToken])? {
    guard let first = statement.first else { return nil }
    if statement.isAssignment { return (statement.name, first.tokens) }
    // `extra.set("x", true)`
    if statement.name == "set", let name = first.text, statement.arguments.count == 2 {
      return (name, statement.arguments[1].tokens)
    }
    // `boolean x = true`
    if types.contains(statement.name), !first.label.isEmpty { return (first.label, first.tokens) }
    guard let sign = first.tokens.first else { return nil }
    // `val x: Boolean = true`
    if sign.isSign(":"), let equals = first.tokens.firstIndex(where: { $0.isSign("=") }) {
      return (statement.name, Array(first.tokens[(equals + 1)...]))
    }
    // `val x by extra(true)`
    if sign.text == "by", first.tokens.count > 3, first.tokens[1].text == "extra", first.tokens[2].isSign("(") {
      return (statement.name, Array(first.tokens[3...].prefix { !$0.isSign(")") }))
    }
    return nil
  }
}
