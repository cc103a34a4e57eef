import AppIntegrity
import AppSession
import SecurityPolicy
import TrustWire

/// What an app catches around enrolment and login: a device that is not secure enough, with every reason, or anything
/// else with a flat code and the error that it wraps.
///
/// The reasons are the server's, or those of the check on this device before anything is sent. They tell a person what to
/// do (update the system); they prove nothing.
public enum AuthenticationError: Error, Sendable, Hashable {
  /// The server refused the device, or the policy forbids it a session for what a check found
  /// (``ShieldError/sessionForbidden(_:)``); the primary code comes first. There is at least one.
  case securityInsufficient([DecisionCode])
  case failed(StartAuthenticationErrorCode, ShieldError)

  /// What `error` means to an app that starts an authentication.
  public init(_ error: ShieldError) {
    if case .session(.refused(let body)) = error, body.reason == .deviceRefused {
      self = .securityInsufficient(body.codes.isEmpty ? [.unknown] : body.codes)
    } else if case .sessionForbidden(let decision) = error {
      let codes = Set(decision.findings.filter { $0.reaction > .warn }.map { DecisionCode($0) })
      self = .securityInsufficient(codes.isEmpty ? [.unknown] : codes.sorted())
    } else {
      self = .failed(StartAuthenticationErrorCode(error), error)
    }
  }

  /// The flat code.
  public var code: StartAuthenticationErrorCode {
    switch self {
    case .securityInsufficient: .securityInsufficient
    case .failed(let code, _): code
    }
  }
}

extension AuthenticationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .securityInsufficient(let codes):
      "this device is not accepted: \(codes.map(\.rawValue).joined(separator: ", "))"
    case .failed(_, let error): "\(error)"
    }
  }
}

extension DecisionCode {
  /// The word that the server has for the same finding.
  fileprivate init(_ finding: ReactionDecision.Finding) {
    self =
      switch (finding.category, finding.verdict) {
      case (_, .undetermined): .unknown
      case (.privilegedAccess, _): .rejectedBecauseRooted
      case (.hooks, _), (.appIntegrity, _), (.debug, _): .rejectedBecauseHooked
      default: .unknown
      }
  }
}

extension StartAuthenticationErrorCode {
  /// The code that says most about `error`.
  public init(_ error: ShieldError) {
    self =
      switch error {
      case .session(let error): Self(error)
      case .storage, .records, .lifecycle, .wipeIncomplete: .storage
      case .integrity: .checkFailed
      case .sessionForbidden: .securityInsufficient
      case .network: .notReachable
      case .policyUntrusted, .policyUnreadable: .policyOutdated
      default: .other
      }
  }

  private init(_ error: SessionError) {
    self =
      switch error {
      case .refused(let body): Self(body.reason)
      case .busy: .tryAgainLater
      case .unreachable: .notReachable
      case .untrustedServer: .serverNotTrusted
      case .locked: .locked
      case .ended, .notEnrolled, .notLoggedIn: .sessionEnded
      case .storage, .newerFormat, .keyUnavailable: .storage
      default: .other
      }
  }

  private init(_ reason: RefusalReason) {
    self =
      switch reason {
      case .deviceRefused, .debugBuild: .securityInsufficient
      case .unattestedRefused: .attestationMissing
      case .credentialsInvalid: .credentialsInvalid
      case .clockSkew: .clockWrong
      case .policyUnknown: .policyOutdated
      case .versionUnknown: .versionUnknown
      case .rateLimited, .unavailable: .tryAgainLater
      case .sessionEnded, .sessionIdle, .sessionMaximum, .tokenExpired, .tokenReused: .sessionEnded
      default: .other
      }
  }
}
