import UntrustedInput

/// Why a platform's file could not be written or read. No case carries text from outside.
@nonexhaustive
public enum PlatformNetworkError: Error, Sendable, Hashable {
  /// A host of the policy is neither a name in lower case nor an address.
  case malformedHost
  /// A pin is not the standard base64 of 32 bytes.
  case malformedPin
  /// A certificate is not base64 of DER.
  case malformedAnchor
  /// The policy names one host twice.
  case hostTwice
  /// A name of a raw resource is not lower case letters, digits and underscores.
  case malformedResourceName
  /// An app's identifier is not of the form that the platform wants.
  case malformedIdentifier
  /// The policy names apps without those who sign them, or the other way round.
  case incompleteOrigin
  /// A path of a link does not start with `/`.
  case malformedPath
  /// The file is not of the format that it should have.
  case unreadable(InputError)
}

extension PlatformNetworkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedHost: "a host of the policy is neither a name in lower case nor an address"
    case .malformedPin: "a pin is not the base64 of 32 bytes"
    case .malformedAnchor: "a certificate of the policy is not base64 of DER"
    case .hostTwice: "the policy names one host twice"
    case .malformedResourceName: "a resource is named with lower case letters, digits and underscores"
    case .malformedIdentifier:
      "an app is TEAM.bundle.id on Apple's platforms, and a package and SHA-256 digests (64 hexadecimal digits) on Android"
    case .incompleteOrigin:
      "the policy's origin names apps without teamIDs or signingDigests, or the other way round: both make one app"
    case .malformedPath: "a path of a link starts with /"
    case .unreadable(let reason): "\(reason)"
    }
  }
}
