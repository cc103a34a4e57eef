/// Whether the server wants hardware attestation from devices of one platform.
public enum AttestationRule: String, Sendable, Hashable, CaseIterable {
  /// A device attests, or says that its hardware cannot and gets the reduced tier where ``ServerRequirement/Unattested``
  /// admits it. A device that says neither is refused.
  case required
  /// A device that attests is believed; every other one gets the reduced tier where it is admitted.
  case optional
}
