import AppIntegrity
import Foundation
import SecurityPolicy
import TrustWire

extension SecurityReport {
  /// The report that one check makes, in answer to one challenge.
  ///
  /// - Parameter attestation: what will lie beside the report; by default that the hardware cannot attest.
  public init(
    _ result: SecurityCheckResult, challenge: String, app: AppIdentity, slice: PolicySlice, profile: BuildProfile,
    attestation: AttestationClaim? = .unsupported
  ) {
    self =
      SecurityReport(
        latest: ReportedCheck(result), overlay: result.overlay, attestation: attestation, challenge: challenge,
        app: app.identifier, appVersion: app.version, environment: slice.environment, profile: profile,
        policyDigest: slice.digest
      ).fitting
  }
}
