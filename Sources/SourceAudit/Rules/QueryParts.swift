/// Secrets that are given to a query by its name and value: items of URLComponents, builders of OkHttp and Android,
/// parameters of Retrofit.
enum QueryParts {
  private static let builders = [
    "addQueryParameter", "addEncodedQueryParameter", "setQueryParameter", "setEncodedQueryParameter",
    "appendQueryParameter",
  ]
  private static let annotations: Set<String> = ["Query"]
  /// What reads a query to send it as a body.
  private static let bodies: Set<String> = ["httpBody", "httpBodyStream", "percentEncodedQuery", "uploadTask"]

  /// The calls that take a secret, each with it.
  static func all(in unit: SourceUnit, _ project: Project) -> [(place: Expression, value: Expression)] {
    var found: [(place: Expression, value: Expression)] = []
    for call in unit.calls("URLQueryItem") + unit.calls("init").filter({ isItem($0) }) {
      guard let value = call.argument("value"), project.keepsSecret(value, under: call.argument("name")),
        !isForBody(call), !AddressScheme.isOther(for: call, project)
      else { continue }
      found.append((call, value))
    }
    for call in AndroidRules.languages.contains(unit.language) ? unit.calls(builders) : [] {
      guard let value = call.argument(at: 1), project.keepsSecret(value, under: call.argument(at: 0)),
        !AndroidCode(unit: unit, project: project).isSealed(value), !AddressScheme.isOther(for: call, project)
      else { continue }
      // A chain is one expression: the place is where the secret stands.
      found.append((value, value))
    }
    return found
  }

  /// `@Query("access_token") token: String`
  static func isSecret(_ parameter: Declaration, _ project: Project) -> Bool {
    parameter.attributes.contains { attribute in
      guard annotations.contains(attribute.name), let name = attribute.call?.argument(at: 0) else { return false }
      return project.texts(of: name).contains { SecretWords.judge($0) == .secret }
    }
  }

  /// `.init(name: a, value: b)` where items of a query belong.
  private static func isItem(_ call: Expression) -> Bool {
    let arguments = call.arguments
    guard arguments.map(\.label) == ["name", "value"], call.receiver == nil || call.receiver?.name == "URLQueryItem"
    else { return false }
    if call.receiver != nil { return true }
    var top = call
    while let parent = top.parent {
      if parent.kind == .assignment { return parent.first?.unwrapped.name == "queryItems" }
      if parent.kind == .call, parent.calleeID != top.id {
        return parent.receiver?.unwrapped.name == "queryItems"
          || parent.arguments.contains { $0.label == "queryItems" && $0.value == top }
      }
      top = parent
    }
    let holder = call.unit.declaration(withValue: top.id) ?? call.owner
    return holder.typeText.contains("URLQueryItem")
  }

  /// Forms are put together as a query, too, and sent in the body.
  private static func isForBody(_ call: Expression) -> Bool {
    let around = call.owner.enclosingFunction ?? call.owner
    return call.unit.mentions(bodies.sorted() + ["query"]).contains { mention in
      (mention.owner.enclosingFunction ?? mention.owner) == around && mention.kind == .member
    }
  }
}
