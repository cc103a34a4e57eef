import SecurityPolicy

/// One step and its outcome.
public struct AttestationStepResult: Sendable, Hashable {
  public let step: AttestationStep
  public let verdict: Verdict
}

extension AttestationStepResult: CustomStringConvertible {
  public var description: String {
    switch verdict {
    case .holds: "\(step.rawValue) holds"
    case .fails(let reason): "refused at \(step.rawValue): \(reason)"
    case .undetermined(let reason): "undetermined at \(step.rawValue): \(reason)"
    }
  }
}
