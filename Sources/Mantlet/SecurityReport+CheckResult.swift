import AppIntegrity
import Foundation
import SecurityPolicy
import TrustWire

extension SecurityReport {
  /// The report that a check's result makes, in answer to one challenge.
  public init(
    _ result: CheckResult, challenge: String, app: AppIdentity, slice: PolicySlice, profile: BuildProfile
  ) {
    self.init(
      checkVersion: Int64(result.checkVersion), date: Int64(result.date.timeIntervalSince1970),
      challenge: challenge, system: result.system, isRooted: Answer(result.assessment.rooted),
      isHooked: Answer(result.assessment.hooked), isDebugged: Answer(result.assessment.debugged),
      signals: result.signals, app: app.identifier, appVersion: app.version, environment: slice.environment,
      profile: profile, policyDigest: slice.digest)
  }
}

extension SecurityReport.Answer {
  /// `holds` means that no sign was found; doubt stays doubt.
  init(_ verdict: Verdict) {
    switch verdict {
    case .holds: self = .no
    case .fails: self = .yes
    case .undetermined: self = .undetermined
    }
  }
}
