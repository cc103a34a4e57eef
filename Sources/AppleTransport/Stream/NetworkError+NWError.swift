import Foundation
import Network
import NetworkTrust
import Security

extension NetworkError {
  /// - Parameter showsIdentity: whether the server got a certificate of ours to refuse.
  init(_ error: NWError, showsIdentity: Bool) {
    self =
      switch error {
      case .posix(.ECANCELED), .posix(.ENOTCONN), .posix(.ECONNRESET), .posix(.EPIPE), .posix(.ECONNABORTED): .closed
      case .posix(.ETIMEDOUT): .timeout
      case .posix(let code): .unreachable(errno: code.rawValue)
      case .dns: .nameNotResolved
      case .tls(let status): NetworkError(alert: status, showsIdentity: showsIdentity)
      @unknown default: .closed
      }
  }

  private init(alert: OSStatus, showsIdentity: Bool) {
    switch alert {
    case errSSLCertificateRequired, errSSLPeerBadCert, errSSLPeerCertExpired, errSSLPeerCertRevoked,
      errSSLPeerCertUnknown, errSSLPeerUnknownCA, errSSLPeerUnsupportedCert, errSSLPeerAccessDenied:
      self = .clientCertificateRefused
    case errSSLPeerHandshakeFail where showsIdentity: self = .clientCertificateRefused
    case errSSLPeerProtocolVersion: self = .oldTLS
    case errSSLClosedAbort, errSSLClosedNoNotify: self = .closed
    default: self = .secureChannelRefused
    }
  }
}
