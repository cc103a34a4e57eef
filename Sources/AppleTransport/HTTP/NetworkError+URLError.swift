import Foundation
import NetworkTrust

extension NetworkError {
  /// What an error of the loading system means to a caller.
  /// - Parameter shown: what the server knew of the client's identity; an error about it means nothing else.
  init(_ error: any Error, limit: Int, shown: ShownIdentity) {
    guard let error = error as? URLError else {
      self = .closed
      return
    }
    self =
      switch error.code {
      case .cancelled, .userCancelledAuthentication: .cancelled
      case .timedOut: .timeout
      case .cannotFindHost, .dnsLookupFailed: .nameNotResolved
      case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
        .unreachable(errno: Self.errno(behind: error))
      case .secureConnectionFailed: .secureChannelRefused
      case .clientCertificateRejected, .clientCertificateRequired: shown.refusal
      // Reached only where nobody asked our delegate.
      case .serverCertificateHasBadDate: .expired
      case .serverCertificateNotYetValid: .notYetValid
      case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: .untrusted(.unknownIssuer)
      case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
        .httpTooManyRedirects, .redirectToNonExistentLocation, .zeroByteResource:
        .protocolViolation
      case .dataLengthExceedsMaximum: .tooLarge(limit: limit)
      case .appTransportSecurityRequiresSecureConnection: .notSecure
      case .badURL, .unsupportedURL: .invalidRequest
      default: .closed
      }
  }

  private static func errno(behind error: URLError) -> Int32 {
    var next: NSError? = error as NSError
    for _ in 0..<4 {
      if let error = next, error.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: error.code) }
      next = next?.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return 0
  }
}
