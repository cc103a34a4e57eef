import Foundation
import Network
import NetworkTrust
import Security

extension NetworkError {
  /// - Parameter shown: what the server knew of the client's identity; an alert about it means nothing else.
  init(_ error: NWError, shown: ShownIdentity) {
    self =
      switch error {
      case .posix(.ECANCELED), .posix(.ENOTCONN), .posix(.ECONNRESET), .posix(.EPIPE), .posix(.ECONNABORTED): .closed
      case .posix(.ETIMEDOUT): .timeout
      case .posix(let code): .unreachable(errno: code.rawValue)
      case .dns: .nameNotResolved
      case .tls(let status): NetworkError(alert: status, shown)
      @unknown default: .closed
      }
  }

  private init(alert: OSStatus, _ shown: ShownIdentity) {
    switch alert {
    case errSSLCertificateRequired, errSSLPeerBadCert, errSSLPeerCertExpired, errSSLPeerCertRevoked,
      errSSLPeerCertUnknown, errSSLPeerUnknownCA, errSSLPeerUnsupportedCert, errSSLPeerAccessDenied:
      self = shown.refusal
    case errSSLPeerHandshakeFail: self = shown.handshakeFailure
    case errSSLPeerProtocolVersion: self = .oldTLS
    case errSSLClosedAbort, errSSLClosedNoNotify: self = .closed
    default: self = .secureChannelRefused
    }
  }
}
