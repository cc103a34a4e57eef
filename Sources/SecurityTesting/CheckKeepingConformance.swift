public import AppIntegrity

/// What every `CheckKeeping` promises, as runnable claims. Needs no test framework.
public enum CheckKeepingConformance {
  /// Runs every claim on a place of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeKeeper: a new, empty place; called once per claim.
  public static func brokenClaims(of makeKeeper: () async throws -> any CheckKeeping) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeKeeper)
  }

  private static let claims: [(String, ConformanceClaims<any CheckKeeping>.Check)] = [
    ("an empty place holds nothing", { keeper in try await keeper.load() == nil }),
    (
      "what was saved is read back, again and again",
      { keeper in
        try await keeper.save([1, 2, 3])
        let first = try await keeper.load()
        let second = try await keeper.load()
        return first == [1, 2, 3] && second == first
      }
    ),
    (
      "a save replaces everything, also by less",
      { keeper in
        try await keeper.save([UInt8](repeating: 7, count: 4096))
        try await keeper.save([9])
        return try await keeper.load() == [9]
      }
    ),
    (
      "as many bytes as a history may have are kept, whatever they are",
      { keeper in
        let bytes = (0..<KeptChecks.byteLimit).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try await keeper.save(bytes)
        return try await keeper.load() == bytes
      }
    ),
    (
      "of saves that come at once one is there, whole",
      { keeper in
        await withTaskGroup(of: Void.self) { group in
          for number in UInt8(1)...20 {
            group.addTask { try? await keeper.save([UInt8](repeating: number, count: 100 + Int(number))) }
          }
        }
        guard let bytes = try await keeper.load(), let number = bytes.first else { return false }
        return (1...20).contains(number) && bytes == [UInt8](repeating: number, count: 100 + Int(number))
      }
    ),
  ]
}
