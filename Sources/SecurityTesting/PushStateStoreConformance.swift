public import ScreenPrivacy

/// What every `PushStateStore` promises, as runnable claims. Needs no test framework.
public enum PushStateStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any PushStateStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  private static let claims: [(String, ConformanceClaims<any PushStateStore>.Check)] = [
    ("an empty store has nothing", { store in try await store.load() == nil }),
    (
      "what was saved is read back byte by byte",
      { store in
        let bytes = Array(UInt8.min...UInt8.max)
        try await store.save(bytes)
        return try await store.load() == bytes
      }
    ),
    (
      "a save replaces what was there",
      { store in
        try await store.save(Array("a long first text".utf8))
        try await store.save(Array("short".utf8))
        return try await store.load() == Array("short".utf8)
      }
    ),
  ]
}
