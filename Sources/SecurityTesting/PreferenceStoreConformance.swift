public import DataLifecycle

/// What every `PreferenceStore` promises, as runnable claims. Needs no test framework.
public enum PreferenceStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeEmptyStore: a new store with nothing in it; called once per claim.
  public static func brokenClaims(of makeEmptyStore: () throws -> any PreferenceStore) -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      do { if try !check(makeEmptyStore()) { broken.append(claim) } } catch {
        broken.append("\(claim) (it threw \(error))")
      }
    }
    return broken
  }

  private typealias Check = @Sendable (any PreferenceStore) throws -> Bool

  private static func name(_ text: String) throws(LifecycleError) -> PreferenceName {
    guard let name = PreferenceName(text) else { throw .badName }
    return name
  }

  private static let claims: [(String, Check)] = [
    ("an empty store has no entries", { try $0.entries().isEmpty && $0.text(of: name("a")) == nil }),
    (
      "a read gives back what was written, whatever characters it has",
      { store in
        let text = "\"quoted\" \\ äöü \u{1F512} \n\u{1}"
        try store.set(text, of: name("a"))
        return try store.text(of: name("a")) == text
      }
    ),
    (
      "a write replaces, an empty text is a text",
      { store in
        try store.set("one", of: name("a"))
        try store.set("", of: name("a"))
        return try store.text(of: name("a")) == "" && store.entries() == ["a": ""]
      }
    ),
    (
      "names that differ in case are apart",
      { store in
        try store.set("1", of: name("a.B"))
        try store.set("2", of: name("a.b"))
        return try store.entries() == ["a.B": "1", "a.b": "2"]
      }
    ),
    (
      "setting nil removes, twice is no error",
      { store in
        try store.set("1", of: name("a"))
        try store.set(nil, of: name("a"))
        try store.set(nil, of: name("a"))
        return try store.text(of: name("a")) == nil && store.entries().isEmpty
      }
    ),
    (
      "removing everything leaves nothing, twice is no error",
      { store in
        try store.set("1", of: name("a"))
        try store.set("2", of: name("b"))
        try store.removeAll()
        try store.removeAll()
        return try store.entries().isEmpty && store.text(of: name("b")) == nil
      }
    ),
  ]
}
