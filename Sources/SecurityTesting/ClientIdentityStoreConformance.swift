public import NetworkTrust
import Redaction

/// What every `ClientIdentityStore` promises, as runnable claims. Needs no test framework.
public enum ClientIdentityStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any ClientIdentityStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  /// About as long as a chain of certificates and a key, every byte in it.
  private static func value(_ first: UInt8, count: Int = 8192) -> [UInt8] {
    (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
  }

  private static func write(_ bytes: [UInt8], to store: any ClientIdentityStore) async throws {
    try await store.write(Secret(copying: bytes))
  }

  private static func read(_ store: any ClientIdentityStore) async throws -> [UInt8]? {
    try await store.read()?.withExposedBytes { Array($0) }
  }

  private static let claims: [(String, ConformanceClaims<any ClientIdentityStore>.Check)] = [
    ("an empty store has no identity", { store in try await read(store) == nil }),
    (
      "an identity is read back whole, more than once",
      { store in
        try await write(value(0), to: store)
        let first = try await read(store)
        let second = try await read(store)
        return first == value(0) && second == value(0)
      }
    ),
    (
      "a write replaces the identity before it, also by a shorter one",
      { store in
        try await write(value(0), to: store)
        try await write(value(9, count: 40), to: store)
        return try await read(store) == value(9, count: 40)
      }
    ),
    (
      "of writes at the same moment one is there afterwards, whole",
      { store in
        let values = (1...8).map { value(UInt8($0), count: 500 * $0) }
        try await withThrowingTaskGroup { group in
          for value in values { group.addTask { try await write(value, to: store) } }
          try await group.waitForAll()
        }
        guard let left = try await read(store) else { return false }
        return values.contains(left)
      }
    ),
    (
      "what was removed is gone",
      { store in
        try await write(value(0), to: store)
        try await store.remove()
        return try await read(store) == nil
      }
    ),
    (
      "removing nothing is no error, and the store takes an identity after it",
      { store in
        try await store.remove()
        try await store.remove()
        try await write(value(5), to: store)
        return try await read(store) == value(5)
      }
    ),
  ]
}
