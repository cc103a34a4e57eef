#if Server
  import AttestationVerification

  /// Where evidence beside a report was stopped: a step of its verification, or what the server asks beyond it. The
  /// description is one word, and goes to the device and into the operator's log.
  public enum EvidenceStep: Sendable, Hashable, CustomStringConvertible {
    case verifying(AttestationStep)
    /// The report names evidence that did not come, or came as another kind.
    case presence
    /// This server is not set up for this kind.
    case configuration
    /// An assertion by an installation of which no attested key is stored, or one of another version of the system.
    case knownKey
    /// The attested key is not the one that signed the report.
    case deviceKey

    public var description: String {
      switch self {
      case .verifying(let step): step.rawValue
      case .presence: "presence"
      case .configuration: "configuration"
      case .knownKey: "knownKey"
      case .deviceKey: "deviceKey"
      }
    }

    /// Whether the evidence is sound up to here and speaks about another app than ours.
    var isAnotherApp: Bool {
      switch self {
      case .verifying(let step): [.appID, .application, .package].contains(step)
      default: false
      }
    }
  }
#endif
