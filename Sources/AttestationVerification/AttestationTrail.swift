import SecurityPolicy

/// The steps of one verification in the order in which they were taken, up to the first that refused.
///
/// Steps that were not asked for are not listed.
public struct AttestationTrail: Sendable, Hashable {
  public internal(set) var steps: [AttestationStepResult] = []

  /// The step that refused, nil when none did.
  public var refusedAt: AttestationStep? {
    steps.first { if case .fails = $0.verdict { true } else { false } }?.step
  }

  /// All steps together: a refusal outweighs a doubt.
  public var verdict: Verdict { steps.reduce(.holds) { $0.and($1.verdict) } }

  mutating func pass(_ step: AttestationStep) {
    steps.append(AttestationStepResult(step: step, verdict: .holds))
  }

  /// Refuses unless `condition` holds.
  mutating func require(
    _ condition: Bool, _ step: AttestationStep, _ reason: Verdict.Reason
  ) throws(AttestationError) {
    guard condition else { throw refusal(step, reason) }
    pass(step)
  }

  /// The reason may name a place in the evidence; it never quotes it.
  func refusal(_ step: AttestationStep, _ reason: Verdict.Reason) -> AttestationError {
    var trail = self
    trail.steps.append(AttestationStepResult(step: step, verdict: .fails(reason)))
    return .refused(trail)
  }

  mutating func doubt(_ step: AttestationStep, _ reason: Verdict.Reason) {
    steps.append(AttestationStepResult(step: step, verdict: .undetermined(reason)))
  }
}
