#if Server
  import AttestationVerification
  import SecurityPolicy

  /// How the verification of the evidence beside a report ended. Only ``accepted(_:)`` earns the attested tier; a doubt
  /// is neither a success nor the device's fault.
  public enum AttestationOutcome: Sendable, Hashable {
    case accepted(AttestedDevice)
    /// The evidence is not what it should be.
    case refused(EvidenceStep, Verdict.Reason)
    /// Nothing speaks against it, and a step could not be looked at: the revocation list is missing or too old.
    case undetermined(EvidenceStep, Verdict.Reason)

    /// What was proved; nil when nothing was.
    public var device: AttestedDevice? {
      if case .accepted(let device) = self { device } else { nil }
    }

    init(_ error: AttestationError) {
      var doubt: AttestationOutcome?
      for result in error.trail?.steps ?? [] {
        switch result.verdict {
        case .holds: continue
        // A refusal outweighs a doubt, whichever came first.
        case .fails(let reason):
          self = .refused(.verifying(result.step), reason)
          return
        case .undetermined(let reason): doubt = doubt ?? .undetermined(.verifying(result.step), reason)
        }
      }
      self = doubt ?? .refused(.knownKey, "the stored key cannot be used")
    }

    /// A sentence for the device and the operator; nil when the evidence was accepted.
    public var explanation: String? {
      switch self {
      case .accepted: nil
      case .refused(let step, let reason): "the evidence was refused at \(step): \(reason)"
      case .undetermined(let step, let reason): "the evidence could not be judged at \(step): \(reason)"
      }
    }
  }
#endif
