import Foundation

/// Where the verifier learns which Android attestation keys were revoked.
public enum RevocationSource: Sendable {
  /// A dated copy, good for so many seconds after it was fetched.
  case list(RevocationList, maximumAge: TimeInterval)
  /// No list could be read: the outcome is undetermined at best.
  case unavailable
  /// Not asked at all: a leaked attestation key passes. For test vectors.
  case insecureNotConsulted
}
