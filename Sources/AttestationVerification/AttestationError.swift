import SecurityPolicy

/// Why evidence was not accepted, or why it could not be judged.
@nonexhaustive
public enum AttestationError: Error, Sendable, Hashable {
  /// The evidence is invalid; the last step says where.
  case refused(AttestationTrail)
  /// No step refused, but one could not be looked at. This is not success.
  case undetermined(AttestationTrail)
  /// A trusted root is no certificate, or its key is of a kind that cannot be used.
  case rootUnusable
  /// A key given by the caller is no key of the right kind.
  case keyUnusable
  /// The revocation list is no list in Google's form.
  case revocationListUnreadable
}

extension AttestationError {
  /// The steps that were taken; nil when none was.
  public var trail: AttestationTrail? {
    switch self {
    case .refused(let trail), .undetermined(let trail): trail
    default: nil
    }
  }
}

extension AttestationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let trail), .undetermined(let trail):
      trail.steps.last { $0.verdict != .holds }?.description ?? "not accepted"
    case .rootUnusable: "the trusted root is no certificate with an EC or RSA key"
    case .keyUnusable: "the key is not of the kind that this evidence needs"
    case .revocationListUnreadable: "the revocation list is not in Google's form"
    }
  }
}
