/// The forms of hardware evidence that a device can send.
public enum AttestationKind: String, Sendable, Hashable, CaseIterable {
  /// Apple App Attest: a new key, once for an installation; later one assertion for each report.
  case appAttest, appAttestAssertion
  /// Android Key Attestation: the certificate chain of the device key.
  case androidKey
  /// A Play Integrity token, decoded.
  case playIntegrity
}
