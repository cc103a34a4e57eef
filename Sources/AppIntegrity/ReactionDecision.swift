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
  /// - Parameter profile: of the running code, ``BuildProfile/current``.
  public init(_ assessment: Assessment, rules: ReactionRules, profile: BuildProfile) {
    var findings: [Finding] = []
    for category in ThreatCategory.allCases {
      guard let verdict = assessment.verdicts[category], case .fails = verdict else { continue }
      findings.append(Finding(category: category, verdict: verdict, reaction: rules[profile, category]))
    }
    // Two medium signs, one of each category, make the question fail and neither category alone.
    if case .fails = assessment.hooked, !findings.contains(where: { [.hooks, .appIntegrity].contains($0.category) }) {
      findings.append(Finding(category: .hooks, verdict: assessment.hooked, reaction: rules[profile, .hooks]))
    }
    // Only the three questions of a report have to be answered; a category without an answer is not a doubt.
    let questions: [(ThreatCategory, Verdict)] = [
      (.privilegedAccess, assessment.rooted), (.hooks, assessment.hooked), (.debug, assessment.debugged),
    ]
    for (category, verdict) in questions {
      guard case .undetermined = verdict else { continue }
      findings.append(Finding(category: category, verdict: verdict, reaction: rules.whenUndetermined(profile)))
    }
    let sorted = findings.enumerated().sorted {
      ($1.element.reaction, $0.offset) < ($0.element.reaction, $1.offset)
    }
    self.findings = sorted.map(\.element)
    reaction = self.findings.first?.reaction
  }
}
