public import AppSession

/// What every `RevocationStore` promises, as runnable claims. Needs no test framework.
public enum RevocationStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any RevocationStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  private static func list(_ names: String...) -> PendingRevocations {
    PendingRevocations(names.map { .init(token: HeldToken($0), until: 1_800_000_000) })
  }

  private static func names(_ store: any RevocationStore) async throws -> [String] {
    try await store.load().entries.map { $0.token.exposedText() }
  }

  private static let claims: [(String, ConformanceClaims<any RevocationStore>.Check)] = [
    ("an empty store has an empty list", { store in try await store.load().entries.isEmpty }),
    (
      "a list is read back in its order, with its times",
      { store in
        try await store.save(list("one", "two"))
        let times = try await store.load().entries.map(\.until)
        return try await names(store) == ["one", "two"] && times == [1_800_000_000, 1_800_000_000]
      }
    ),
    (
      "a save replaces the list",
      { store in
        try await store.save(list("one", "two"))
        try await store.save(list("three"))
        return try await names(store) == ["three"]
      }
    ),
    (
      "an empty list removes what was kept",
      { store in
        try await store.save(list("one"))
        try await store.save(list())
        return try await store.load().entries.isEmpty
      }
    ),
  ]
}
