import AppIntegrity
import Foundation
import SecurityPolicy
import TrustWire

extension SecurityReport {
  /// The report that a check's result makes, in answer to one challenge. This platform's hardware cannot attest.
  public init(
    _ result: SecurityCheckResult, challenge: String, app: AppIdentity, slice: PolicySlice, profile: BuildProfile
  ) {
    self =
      SecurityReport(
        latest: ReportedCheck(result), overlay: result.overlay, attestation: .unsupported, challenge: challenge,
        app: app.identifier, appVersion: app.version, environment: slice.environment, profile: profile,
        policyDigest: slice.digest
      ).fitting
  }
}
