/// What a server of one connection knew of the client's identity: an alert of its about certificates means no more than that.
package enum ShownIdentity: Sendable, Hashable {
  /// The server was not judged yet, or it was refused: nothing of ours was offered, and anybody may have answered.
  case unjudged
  /// It was accepted, and there was no identity to offer.
  case nobody
  /// It was accepted, and an identity was offered to it.
  case offered

  /// An alert about our certificate: bad_certificate, unsupported_certificate, certificate_revoked, certificate_expired,
  /// certificate_unknown, unknown_ca, access_denied, certificate_required. Source: RFC 8446, section 6.2.
  package var refusal: NetworkError {
    switch self {
    case .unjudged: .secureChannelRefused
    case .nobody: .clientCertificateRequired
    case .offered: .clientCertificateRefused
    }
  }

  /// The alert handshake_failure, which says of an offered certificate what TLS 1.2 has no other word for, and else of
  /// versions and ciphers.
  package var handshakeFailure: NetworkError { self == .offered ? .clientCertificateRefused : .secureChannelRefused }
}
