import Redaction
public import SecretStorage

/// What every `SecretStore` promises, as runnable claims. Needs no test framework.
public enum SecretStoreConformance {
  private struct Broken: Error {}

  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeEmptyStore: a new store with nothing in it; called once per claim.
  public static func brokenClaims(
    of makeEmptyStore: () async throws -> any SecretStore
  ) async -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      do { try await check(makeEmptyStore()) } catch is Broken { broken.append(claim) } catch {
        broken.append("\(claim) (it threw \(error))")
      }
    }
    return broken
  }

  private typealias Check = @Sendable (any SecretStore) async throws -> Void

  private static let claims: [(String, Check)] = [
    (
      "an empty store has no names and reads nil",
      { store in
        try await expect(store.names().isEmpty)
        try await expect(bytes("absent", in: store) == nil)
      }
    ),
    (
      "a read gives back the bytes written",
      { store in
        try await put([1, 2, 0, 255], "token", in: store)
        try await expect(bytes("token", in: store) == [1, 2, 0, 255])
      }
    ),
    (
      "an empty secret is a secret",
      { store in
        try await put([], "empty", in: store)
        try await expect(bytes("empty", in: store) == [])
      }
    ),
    (
      "a write replaces the value",
      { store in
        try await put([1], "token", in: store)
        try await put([2, 3], "token", in: store)
        try await expect(bytes("token", in: store) == [2, 3])
        try await expect(store.names().count == 1)
      }
    ),
    (
      "names are sorted and complete, names that only look alike are apart",
      { store in
        for text in ["b", "a.b", "a-b", "..", "a"] { try await put(Array(text.utf8), text, in: store) }
        try await expect(store.names().map(\.text) == ["..", "a", "a-b", "a.b", "b"])
        for text in ["b", "a.b", "a-b", "..", "a"] {
          try await expect(bytes(text, in: store) == Array(text.utf8))
        }
      }
    ),
    (
      "a deleted secret is gone and its neighbour stays; deleting twice is no error",
      { store in
        try await put([1], "gone", in: store)
        try await put([2], "stays", in: store)
        try await store.delete(name("gone"))
        try await store.delete(name("gone"))
        try await expect(bytes("gone", in: store) == nil)
        try await expect(bytes("stays", in: store) == [2])
        try await expect(store.names().map(\.text) == ["stays"])
      }
    ),
    (
      "a secret of 4096 bytes and a name of 64 characters are accepted",
      { store in
        let long = String(repeating: "n", count: 64)
        try await put([UInt8](repeating: 7, count: 4096), long, in: store)
        try await expect(bytes(long, in: store) == [UInt8](repeating: 7, count: 4096))
      }
    ),
  ]

  private static func expect(_ holds: Bool) throws {
    guard holds else { throw Broken() }
  }

  private static func name(_ text: String) throws -> SecretName {
    guard let name = SecretName(text) else { throw Broken() }
    return name
  }

  private static func put(_ bytes: [UInt8], _ text: String, in store: any SecretStore) async throws {
    let secret = Secret(copying: bytes)
    try await store.write(secret, as: name(text), access: AccessRequirement())
  }

  private static func bytes(_ text: String, in store: any SecretStore) async throws -> [UInt8]? {
    guard let secret = try await store.read(name(text)) else { return nil }
    return secret.withExposedBytes { Array($0) }
  }
}
