/// Why App Attest gave nothing. Source: https://developer.apple.com/documentation/devicecheck/dcerror
@nonexhaustive public enum AppAttestFailure: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownSystemFailure, featureUnsupported, invalidInput, invalidKey, serverUnavailable
  /// A code that was added later, or one of another domain: the number.
  case other(Int)

  public var description: String {
    switch self {
    case .unknownSystemFailure: "App Attest failed for a reason that the system does not tell; try again later"
    case .featureUnsupported: "this device has no App Attest"
    case .invalidInput: "App Attest did not accept what it was given; a new key is needed"
    case .invalidKey: "App Attest does not know this key, or attested it before; a new key is needed"
    case .serverUnavailable: "Apple's server does not answer; try again later with the same key"
    case .other(let code): "App Attest failed (code \(code)); try again later"
    }
  }
}
