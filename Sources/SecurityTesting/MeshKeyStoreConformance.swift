public import PeerMesh
import Redaction

/// What every `MeshKeyStore` promises, as runnable claims. Needs no test framework.
public enum MeshKeyStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any MeshKeyStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  private static func holds(_ bytes: [UInt8], in store: any MeshKeyStore) async throws -> Bool {
    try await store.load()?.isEqual(to: bytes) ?? false
  }

  private static let claims: [(String, ConformanceClaims<any MeshKeyStore>.Check)] = [
    ("an empty store gives nothing", { store in try await store.load() == nil }),
    (
      "what was saved is read back",
      { store in
        try await store.save(Secret(copying: [1, 2, 3]))
        return try await holds([1, 2, 3], in: store)
      }
    ),
    (
      "a save replaces what was there, also with something shorter",
      { store in
        try await store.save(Secret(copying: [UInt8](repeating: 7, count: 900)))
        try await store.save(Secret(copying: [8]))
        return try await holds([8], in: store)
      }
    ),
    (
      "a removal leaves nothing",
      { store in
        try await store.save(Secret(copying: [1]))
        try await store.remove()
        return try await store.load() == nil
      }
    ),
    (
      "removing nothing is no error",
      { store in
        try await store.remove()
        try await store.remove()
        return try await store.load() == nil
      }
    ),
    (
      "a save after a removal stands",
      { store in
        try await store.save(Secret(copying: [1]))
        try await store.remove()
        try await store.save(Secret(copying: [2]))
        return try await holds([2], in: store)
      }
    ),
  ]
}
