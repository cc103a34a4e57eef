/// `https://host[:port]` or `https://*.host[:port]`: where a page may come from, as a policy spells it.
package enum WebOriginText {
  package static func isOrigin(_ text: String) -> Bool {
    let prefix = "https://*."
    let isWildcard = text.hasPrefix(prefix)
    let exact = isWildcard ? "https://" + text.dropFirst(prefix.count) : text
    guard EndpointText.isEndpoint(exact), let name = EndpointText.name(of: exact), name.contains(".") else {
      return false
    }
    return !isWildcard || !isForEverybody(name)
  }

  /// Whether anybody can register a name directly below this one, as far as that is customary: `co.uk`, `com.au`. The
  /// Public Suffix List knows thousands more (`github.io`); a wildcard over one of those is the author's mistake.
  package static func isForEverybody(_ name: some StringProtocol) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count == 2 && labels[1].utf8.count == 2 && secondLevel.contains(String(labels[0]))
  }

  private static let secondLevel: Set<String> = [
    "ac", "co", "com", "edu", "gob", "gouv", "gov", "go", "id", "ltd", "me", "mil", "ne", "net", "nom", "or", "org",
    "plc", "sch",
  ]
}
