/// Why an authentication could not be started, for apps that switch over one flat list of codes.
public enum StartAuthenticationErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The server does not accept this device: ``AuthenticationError/securityInsufficient(_:)`` says why. Or the policy on
  /// the device forbids a session: then the wrapped ``ShieldError/sessionForbidden(_:)`` does.
  case securityInsufficient
  /// The policy wants hardware attestation, which this device did not give.
  case attestationMissing
  /// No answer from the server.
  case notReachable
  /// The server is not the one of the policy: nothing was sent.
  case serverNotTrusted
  /// The server asks for patience.
  case tryAgainLater
  /// Name or password is wrong.
  case credentialsInvalid
  /// The device's clock is too far off, or its check too old.
  case clockWrong
  /// The policy on this device is none that the server knows: update the app.
  case policyOutdated
  /// The two sides speak different versions.
  case versionUnknown
  /// The session ended; sign in again.
  case sessionEnded
  /// The person has to prove to be there first.
  case locked
  /// What the device keeps could not be read or written.
  case storage
  /// The check of the device could not be made.
  case checkFailed
  /// Everything else; the wrapped error says what.
  case other
}
