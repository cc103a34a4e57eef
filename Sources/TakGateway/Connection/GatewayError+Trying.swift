import NetworkTrust

extension GatewayError {
  /// Whether trying again changes nothing until a person does something.
  var isFinal: Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .clientCertificateRefused, .clientCertificateRequired, .identity, .anchorsUnavailable: true
    default: false
    }
  }

  /// Whether somebody else than the server may have answered.
  var isWrongServer: Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .untrusted, .pinMismatch, .hostMismatch, .expired, .notYetValid, .notTLS: true
    default: false
    }
  }
}
