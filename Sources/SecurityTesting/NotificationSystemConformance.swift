public import ScreenPrivacy

/// What every `NotificationSystem` promises, as runnable claims. Needs no test framework.
public enum NotificationSystemConformance {
  /// Runs every claim on a system of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeSystem: a new system, and whether its user will say yes; called once per claim.
  public static func brokenClaims(of makeSystem: (Bool) async throws -> any NotificationSystem) async -> [String] {
    var broken: [String] = []
    for (says, answer) in [(true, NotificationAuthorization.granted), (false, .denied)] {
      let claims: [(String, ConformanceClaims<any NotificationSystem>.Check)] = [
        ("before anybody was asked nothing is determined", { await $0.authorization() == .undetermined }),
        (
          "looking asks nobody",
          { system in
            _ = await system.authorization()
            return await system.authorization() == .undetermined
          }
        ),
        (
          "the user's answer (\(answer.rawValue)) is the state after asking, and asking again does not change it",
          { system in
            try await system.ask()
            try await system.ask()
            return await system.authorization() == answer
          }
        ),
      ]
      broken += await ConformanceClaims(claims: claims).broken { try await makeSystem(says) }
    }
    return broken
  }
}
