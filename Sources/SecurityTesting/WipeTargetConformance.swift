public import DataLifecycle

/// What every `WipeTarget` promises, as runnable claims. Needs no test framework.
public enum WipeTargetConformance {
  /// Runs every claim on a target of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeFilled: a new target with user data in it, or one whose data is there already; called once per claim.
  public static func brokenClaims(of makeFilled: () async throws -> any WipeTarget) async -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      do {
        if try await !check(makeFilled()) { broken.append(claim) }
      } catch { broken.append("\(claim) (it threw \(error))") }
    }
    return broken
  }

  private typealias Check = @Sendable (any WipeTarget) async throws -> Bool

  private static let claims: [(String, Check)] = [
    ("a target with data says that something remains", { target in try await !target.remains(.logout).isEmpty }),
    (
      "after keys and data are gone nothing remains",
      { target in
        try await target.destroyKeys(.logout)
        try await target.erase(.logout)
        return try await target.remains(.logout).isEmpty
      }
    ),
    (
      "every step may be repeated",
      { target in
        for _ in 0..<3 { try await target.destroyKeys(.logout) }
        for _ in 0..<3 { try await target.erase(.logout) }
        try await target.destroyKeys(.logout)
        return try await target.remains(.logout).isEmpty
      }
    ),
    (
      "erasing works without the keys having been destroyed, as after a failure",
      { target in
        try await target.erase(.accountSwitch)
        try await target.destroyKeys(.accountSwitch)
        return try await target.remains(.accountSwitch).isEmpty
      }
    ),
    (
      "looking changes nothing",
      { target in
        let first = try await target.remains(.logout)
        return try await target.remains(.logout) == first
      }
    ),
  ]
}
