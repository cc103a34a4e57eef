import SecurityPolicy

/// What a report says about the hardware evidence that comes with it. It is signed with the report, so nobody on the
/// way can take the evidence off and have the device treated as one that has none.
public enum AttestationClaim: String, Sendable, Hashable, CaseIterable {
  /// The hardware or the system cannot attest. A claim like any other: it earns the reduced tier at most.
  case unsupported
  case appAttest, appAttestAssertion, androidKey, playIntegrity

  /// The evidence that must lie beside the report; nil when there is none.
  public var kind: AttestationKind? { AttestationKind(rawValue: rawValue) }

  /// The claim that evidence of this kind lies beside the report.
  public init(_ kind: AttestationKind) {
    self =
      switch kind {
      case .appAttest: .appAttest
      case .appAttestAssertion: .appAttestAssertion
      case .androidKey: .androidKey
      case .playIntegrity: .playIntegrity
      }
  }
}
