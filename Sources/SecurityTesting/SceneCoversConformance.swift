public import ScreenPrivacy

/// What every `SceneCovers` promises, as runnable claims. Needs no test framework.
public enum SceneCoversConformance {
  /// Runs every claim on covers of their own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeCovers: new covers, and two scenes that are there and not covered; called once per claim.
  @MainActor
  public static func brokenClaims(
    of makeCovers: @MainActor () async throws -> (any SceneCovers, SceneName, SceneName)
  ) async rethrows -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      let (covers, one, other) = try await makeCovers()
      if !check(covers, one, other) { broken.append(claim) }
    }
    return broken
  }

  private typealias Check = @MainActor @Sendable (any SceneCovers, SceneName, SceneName) -> Bool

  private static let claims: [(String, Check)] = [
    ("a scene without a cover has no reason", { covers, one, _ in covers.reason(of: one) == nil }),
    (
      "a cover is there at once, with its reason",
      { covers, one, _ in
        covers.cover(one, because: .inactive)
        return covers.reason(of: one) == .inactive
      }
    ),
    (
      "a second cover changes the reason",
      { covers, one, _ in
        covers.cover(one, because: .inactive)
        covers.cover(one, because: .captured)
        return covers.reason(of: one) == .captured
      }
    ),
    (
      "a cover over one scene covers no other one",
      { covers, one, other in
        covers.cover(one, because: .inactive)
        return covers.reason(of: other) == nil
      }
    ),
    (
      "what is uncovered is uncovered at once, and a second time changes nothing",
      { covers, one, other in
        covers.cover(one, because: .inactive)
        covers.cover(other, because: .captured)
        covers.uncover(one)
        covers.uncover(one)
        return covers.reason(of: one) == nil && covers.reason(of: other) == .captured
      }
    ),
    (
      "a scene can be covered again",
      { covers, one, _ in
        covers.cover(one, because: .inactive)
        covers.uncover(one)
        covers.cover(one, because: .unprepared)
        return covers.reason(of: one) == .unprepared
      }
    ),
    (
      "a scene that does not exist is not said to be covered by the covers of another",
      { covers, one, _ in
        covers.cover(one, because: .inactive)
        return covers.reason(of: SceneName(one.text + " of nobody")) == nil
      }
    ),
  ]
}
