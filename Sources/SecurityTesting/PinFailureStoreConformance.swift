public import NetworkTrust

/// What every `PinFailureStore` promises, as runnable claims. Needs no test framework.
public enum PinFailureStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any PinFailureStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  /// As long as a full queue, every byte in it.
  private static let long = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }

  private static let claims: [(String, ConformanceClaims<any PinFailureStore>.Check)] = [
    ("an empty store has nothing to send", { store in try await store.load() == nil }),
    (
      "what was kept is read back whole, more than once",
      { store in
        try await store.save(long)
        let first = try await store.load()
        let second = try await store.load()
        return first == long && second == long
      }
    ),
    (
      "a save replaces what was kept, also by less",
      { store in
        try await store.save(long)
        try await store.save([1, 2, 3])
        return try await store.load() == [1, 2, 3]
      }
    ),
    (
      "of saves at the same moment one is there afterwards, whole",
      { store in
        let values = (1...8).map { [UInt8](repeating: UInt8($0), count: 300 * $0) }
        try await withThrowingTaskGroup { group in
          for value in values { group.addTask { try await store.save(value) } }
          try await group.waitForAll()
        }
        guard let left = try await store.load() else { return false }
        return values.contains(left)
      }
    ),
  ]
}
