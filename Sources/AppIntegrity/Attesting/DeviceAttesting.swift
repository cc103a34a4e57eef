import TrustWire

/// Where a report's hardware evidence comes from: the seam of every platform that can attest.
///
/// The order is fixed: what the report may claim, the signed report, the evidence over it, the server's answer. A claim is
/// signed, so it must be true: who could not attest now claims nothing (nil), and `unsupported` says only a device that
/// has no such hardware.
///
/// ``AppAttestClient`` is Apple's. On Android an adapter answers `playIntegrity` and gives a token whose `requestHash` is
/// ``ReportParcel/clientDataHash(_:)`` of the report in base64url, or answers `androidKey` and gives the certificate
/// chain (PEM, leaf first) of the device key that signed the report; that key is made with the server's challenge, so the
/// adapter of the key and this one are one. Nothing of that is in this package.
public protocol DeviceAttesting: Sendable {
  /// What the next report may claim.
  ///
  /// - Parameters:
  ///   - person: under which name the data of whoever is signed in lies here; nil for nobody.
  ///   - now: seconds since 1970.
  func claim(for person: String?, at now: Int64) async -> AttestationClaim?
  /// Evidence of the kind that was claimed over exactly this signed report; nil when there is none after all: then the
  /// report must not be sent.
  func evidence(over compact: String, at now: Int64) async -> AttestationEvidence?
  /// What became of a report that was sent with evidence.
  ///
  /// - Parameter isAccepted: false when the server did not accept the evidence. Not called for a lost answer.
  func heard(isAccepted: Bool, of compact: String, at now: Int64) async
}
