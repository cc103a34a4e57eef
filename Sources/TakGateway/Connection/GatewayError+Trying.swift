import NetworkTrust

extension GatewayError {
  /// Whether trying again changes nothing until a person does something.
  ///
  /// - Parameter wasOpen: the handshake was complete. Before that, under TLS 1.2, an alert is in the clear, and anybody on
  ///   the way can say that our certificate is refused. Source: RFC 5246, sections 7.2 and 7.4.
  func isFinal(wasOpen: Bool) -> Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .clientCertificateRefused, .clientCertificateRequired: wasOpen
    case .identity, .anchorsUnavailable: true
    default: false
    }
  }

  /// Whether somebody else than the server may have answered, or it is the right one and refuses us without a proof.
  var isWrongServer: Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .untrusted, .pinMismatch, .hostMismatch, .expired, .notYetValid, .notTLS: true
    case .clientCertificateRefused, .clientCertificateRequired: true
    default: false
    }
  }
}
