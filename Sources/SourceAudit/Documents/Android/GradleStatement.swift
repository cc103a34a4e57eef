import UntrustedInput

/// An argument of a call, or the right side of an assignment.
struct GradleArgument: Sendable, Hashable {
  /// `url` of `url: "…"` and `url = "…"`; empty for none.
  let label: String
  let tokens: [GradleToken]

  /// Every text inside, in order: that of `uri("…")`, too.
  var texts: [GradleToken] { tokens.filter { $0.kind == .text } }
  /// The text, when the argument is one text or texts put together.
  var text: String? {
    guard tokens.allSatisfy({ $0.kind == .text || $0.isSign("+") }), !tokens.isEmpty else { return nil }
    return texts.contains { $0.hasTemplate } ? nil : texts.map(\.text).joined()
  }
  var words: [String] { tokens.filter { $0.kind == .word }.map(\.text) }
  var number: Int? { tokens.count == 1 && tokens[0].kind == .number ? Int(tokens[0].text) : nil }
  var isTrue: Bool { tokens.first?.text == "true" }
  var isFalse: Bool { tokens.first?.text == "false" }
}

/// One call, assignment or block of a build file.
struct GradleStatement: Sendable, Hashable {
  /// `[ext, minSdk]` of `ext.minSdk = 24`.
  let names: [String]
  let arguments: [GradleArgument]
  let isAssignment: Bool
  let isBlock: Bool
  /// The blocks around it, outermost first; `create("release") { }` counts as `release`.
  let scopes: [String]
  let position: TextPosition

  var name: String { names.last ?? "" }
  /// The blocks around it, and what stands before its name.
  var path: [String] { scopes + names.dropLast() }
  /// The value of a setting, however it is written: `isX = v`, `x v`, `setX(v)`, `x.set(v)`.
  var first: GradleArgument? { arguments.first }

  /// The name of the setting without the ways to write it.
  var setting: String {
    var name = name
    if name == "set", names.count > 1 { name = names[names.count - 2] }
    for head in ["is", "set", "enable"] where name.hasPrefix(head) && name.count > head.count {
      let rest = name.dropFirst(head.count)
      if rest.first?.isUppercase == true, head != "enable" { return rest.prefix(1).lowercased() + rest.dropFirst() }
    }
    return name
  }

  /// The build type or configuration that it stands in: `release` of `buildTypes { release { … } }`.
  func entry(of container: String) -> String? {
    let path = path
    guard let index = path.firstIndex(of: container), index + 1 < path.count else { return nil }
    return path[index + 1]
  }
}
