import Foundation
import SecurityPolicy
import TrustWire

extension SecurityReport {
  /// The report that a history makes, in answer to one challenge, within the bounds of a report; nil when there was no
  /// check yet since the app started.
  ///
  /// - Parameters:
  ///   - attestation: what will lie beside the report; nil to say nothing.
  ///   - app: its identifier and version.
  public init?(
    _ history: CheckHistory, challenge: String, attestation: AttestationClaim?,
    app: (identifier: String, version: String),
    environment: EnvironmentName, profile: BuildProfile, policyDigest: String
  ) {
    guard let latest = history.latest else { return nil }
    self =
      SecurityReport(
        latest: latest, earlier: Array(history.checks.dropFirst()), omitted: Int64(history.omitted),
        overlay: history.overlay, attestation: attestation, challenge: challenge,
        app: app.identifier, appVersion: app.version, environment: environment, profile: profile,
        policyDigest: policyDigest
      ).fitting
  }
}

extension ReportedCheck {
  /// The check as a report tells it.
  public init(_ result: SecurityCheckResult) {
    self.init(
      checkVersion: Int64(result.checkVersion), date: Int64(result.date.timeIntervalSince1970.rounded(.down)),
      system: result.system, isRooted: SecurityReport.Answer(result.assessment.rooted),
      isHooked: SecurityReport.Answer(result.assessment.hooked),
      isDebugged: SecurityReport.Answer(result.assessment.debugged),
      verdicts: result.assessment.verdicts.mapValues { SecurityReport.Answer($0) }, signals: result.signals,
      catalogueVersion: Int64(result.catalogueVersion))
  }
}

extension SecurityReport.Answer {
  /// Whether a threat shows, from the verdict that it does not. Doubt stays doubt.
  public init(_ verdict: Verdict) {
    switch verdict {
    case .holds: self = .no
    case .fails: self = .yes
    case .undetermined: self = .undetermined
    }
  }
}
