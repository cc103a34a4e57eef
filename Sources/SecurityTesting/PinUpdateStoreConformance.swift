public import NetworkTrust

/// What every `PinUpdateStore` promises, as runnable claims. Needs no test framework.
public enum PinUpdateStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any PinUpdateStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  /// About as long as an update of many hosts.
  private static let long = String(repeating: "eyJhbGciOiJFUzI1NiJ9.", count: 1000)

  private static let claims: [(String, ConformanceClaims<any PinUpdateStore>.Check)] = [
    ("an empty store has no update", { store in try await store.load() == nil }),
    (
      "an update is read back whole, more than once",
      { store in
        try await store.save(long)
        let first = try await store.load()
        let second = try await store.load()
        return first == long && second == long
      }
    ),
    (
      "a save replaces the update before it, also by a shorter one",
      { store in
        try await store.save(long)
        try await store.save("a.b.c")
        return try await store.load() == "a.b.c"
      }
    ),
  ]
}
