public import ScreenPrivacy

/// What every `PushTokenRegistry` promises, as runnable claims. Needs no test framework.
public enum PushTokenRegistryConformance {
  /// Runs every claim on a registry of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameters:
  ///   - makeRegistry: a new registry without tokens; called once per claim.
  ///   - tokens: what the server behind it has.
  public static func brokenClaims(
    of makeRegistry: () async throws -> any PushTokenRegistry,
    tokens: @escaping @Sendable (any PushTokenRegistry) async throws -> [PushToken]
  ) async -> [String] {
    typealias Check = ConformanceClaims<any PushTokenRegistry>.Check
    let claims: [(String, Check)] = [
      (
        "a token that was sent is there",
        { registry in
          try await registry.send(PushToken("one"))
          return try await tokens(registry) == [PushToken("one")]
        }
      ),
      (
        "a token that was sent twice is there once",
        { registry in
          try await registry.send(PushToken("one"))
          try await registry.send(PushToken("one"))
          return try await tokens(registry) == [PushToken("one")]
        }
      ),
      (
        "a token that was withdrawn is gone, another one stays",
        { registry in
          try await registry.send(PushToken("one"))
          try await registry.send(PushToken("two"))
          try await registry.withdraw(PushToken("one"))
          return try await tokens(registry) == [PushToken("two")]
        }
      ),
      (
        "withdrawing what is not there succeeds",
        { registry in
          try await registry.withdraw(PushToken("one"))
          return try await tokens(registry).isEmpty
        }
      ),
    ]
    return await ConformanceClaims(claims: claims).broken(of: makeRegistry)
  }
}
