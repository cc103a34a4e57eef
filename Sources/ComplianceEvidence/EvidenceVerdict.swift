/// The six words that evidence may say about a requirement. There is none for success: a tool collects evidence,
/// a person evaluates it.
public enum EvidenceVerdict: String, Sendable, Hashable, CaseIterable {
  /// A place breaks the requirement.
  case contradicted
  /// A named test showed the asked behaviour on this build.
  case demonstrated
  /// A tool looked for breaches within its coverage and saw none: that proves nothing beyond the coverage.
  case noContradictionSeen = "no_contradiction_seen"
  /// A paper exists and is cited; only people can judge it.
  case documented
  /// The requirement has no object here; the statement says why, and what would change that.
  case notApplicable = "not_applicable"
  /// Nobody looked; the statement says why.
  case notAssessed = "not_assessed"

  /// Whether this word must point at files: a claim about a place needs the place.
  public var needsPlaces: Bool {
    switch self {
    case .contradicted, .demonstrated, .documented: true
    case .noContradictionSeen, .notApplicable, .notAssessed: false
    }
  }
}
