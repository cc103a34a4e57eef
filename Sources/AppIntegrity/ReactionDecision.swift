import SecurityPolicy

/// What a device does about one check, by policy and profile: pure, so that it can be asked before anything happens.
///
/// Protects whom the app obeys. Whoever controls the process can leave the reaction out; the server decides anew.
/// Source: BSI TR-03161-1 O.Resi_2, O.Resi_3, O.Resi_4.
public struct ReactionDecision: Sendable, Hashable {
  /// One category that the check did not clear.
  public struct Finding: Sendable, Hashable {
    public let category: ThreatCategory
    /// `fails` or `undetermined`.
    public let verdict: Verdict
    public let reaction: IntegrityReaction
  }

  /// The hardest reaction of all findings; nil when there is none.
  public let reaction: IntegrityReaction?
  /// The hardest first, then by the order of the categories.
  public let findings: [Finding]

  // O.Resi_2#350
  /// - Parameters:
  ///   - profile: of the running code, ``BuildProfile/current``.
  ///   - occasion: what only the start of an app ends at once, ends the session on every other occasion.
  public init(
    _ assessment: Assessment, rules: ReactionRules, profile: BuildProfile, occasion: CheckOccasion = .start
  ) {
    var findings: [Finding] = []
    for category in ThreatCategory.allCases {
      guard let verdict = assessment.verdicts[category], case .fails = verdict else { continue }
      findings.append(Finding(category: category, verdict: verdict, reaction: rules[profile, category].on(occasion)))
    }
    // Two medium signs, one of each category, make the question fail and neither category alone.
    if case .fails = assessment.hooked, !findings.contains(where: { [.hooks, .appIntegrity].contains($0.category) }) {
      findings.append(
        Finding(category: .hooks, verdict: assessment.hooked, reaction: rules[profile, .hooks].on(occasion)))
    }
    // Only the three questions of a report have to be answered; a category without an answer is not a doubt.
    let questions: [(ThreatCategory, Verdict)] = [
      (.privilegedAccess, assessment.rooted), (.hooks, assessment.hooked), (.debug, assessment.debugged),
    ]
    for (category, verdict) in questions {
      guard case .undetermined = verdict else { continue }
      findings.append(
        Finding(category: category, verdict: verdict, reaction: rules.whenUndetermined(profile).on(occasion)))
    }
    let sorted = findings.enumerated().sorted {
      ($1.element.reaction, $0.offset) < ($0.element.reaction, $1.offset)
    }
    self.findings = sorted.map(\.element)
    reaction = self.findings.first?.reaction
  }
}

extension IntegrityReaction {
  /// What is done on this occasion.
  fileprivate func on(_ occasion: CheckOccasion) -> IntegrityReaction {  // O.Resi_3#440 O.Resi_4#440
    guard self == .terminateAtStart else { return self }
    return occasion == .start ? .terminate : .endSession
  }
}
