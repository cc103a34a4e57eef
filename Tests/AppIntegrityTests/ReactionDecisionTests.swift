import AppIntegrity
import SecurityPolicy
import Testing

@Suite struct ReactionDecisionTests {
  private func signal(
    _ category: ThreatCategory, _ strength: Signal.Strength = .strong, _ observation: Signal.Observation = .detected,
    _ family: Signal.Family = .filesystem
  ) -> Signal {
    Signal(
      probe: "\(category.rawValue).p", category: category, strength: strength, family: family, observation: observation)
  }

  private var clean: [Signal] {
    [ThreatCategory.privilegedAccess, .hooks, .debug].map { signal($0, .strong, .clean) }
  }

  private func decide(
    _ signals: [Signal], _ profile: BuildProfile = .release, _ rules: ReactionRules = ReactionRules()
  ) -> ReactionDecision {
    ReactionDecision(Assessment(signals), rules: rules, profile: profile)
  }

  @Test("A clean check asks for nothing")
  func nothing() {
    #expect(decide(clean).reaction == nil && decide(clean).findings.isEmpty)
  }

  @Test("Every category has the reaction that the policy names, in each profile", arguments: ThreatCategory.allCases)
  func named(category: ThreatCategory) {
    for profile in BuildProfile.allCases {
      for reaction in IntegrityReaction.allCases {
        var rules = ReactionRules()
        rules[profile, category] = reaction
        let decision = decide(clean + [signal(category)], profile, rules)
        let now = reaction == .terminateAtStart ? IntegrityReaction.terminate : reaction
        #expect(decision.reaction == now && decision.findings.map(\.category) == [category])
      }
    }
  }

  @Test("The hardest reaction wins, and every finding is listed")
  func hardest() {
    let decision = decide(clean + [signal(.passcode), signal(.hooks), signal(.debug)])
    #expect(decision.reaction == .terminate)
    #expect(decision.findings.map(\.category) == [.debug, .hooks, .passcode])
  }

  @Test("A debugger ends a release build and is only reported by a debug build")
  func profiles() {
    #expect(decide(clean + [signal(.debug)], .release).reaction == .terminate)
    #expect(decide(clean + [signal(.debug)], .debug).reaction == .reportOnly)
  }

  @Test("Only the start of a release build ends the process, unless the policy wants it at every moment")
  func occasions() {
    for category in [ThreatCategory.debug, .simulator, .privilegedAccess] {
      for occasion in CheckOccasion.allCases {
        func reaction(_ rules: ReactionRules) -> IntegrityReaction? {
          ReactionDecision(
            Assessment(clean + [signal(category)]), rules: rules, profile: .release, occasion: occasion
          ).reaction
        }
        #expect(reaction(ReactionRules()) == (occasion == .start ? .terminate : .endSession))
        var always = ReactionRules()
        always[.release, category] = .terminate
        #expect(reaction(always) == .terminate)
      }
    }
  }

  @Test("A question that stays open is no clean check, and none of the other categories is asked")
  func undetermined() {
    let open = decide(
      clean.dropLast() + [signal(.debug, .strong, .unavailable), signal(.passcode, .weak, .unavailable)])
    #expect(open.reaction == .warn && open.findings.map(\.category) == [.debug])
    #expect(decide([]).findings.map(\.category) == [.privilegedAccess, .hooks, .debug])
    var rules = ReactionRules()
    rules.releaseWhenUndetermined = .lock
    #expect(decide([], .release, rules).reaction == .lock)
    #expect(decide([], .debug, rules).reaction == .reportOnly)
  }

  @Test("Two medium signs of hooks and of a changed app make one finding")
  func together() {
    let decision = decide(
      clean + [
        signal(.hooks, .medium, .detected, .mappings), signal(.appIntegrity, .medium, .detected, .pageCopies),
      ])
    #expect(decision.findings.map(\.category) == [.hooks] && decision.reaction == .endSession)
  }
}
