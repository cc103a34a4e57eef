#if LinuxClient
  import NIOCore
  import NIOHTTP1
  import NIOHTTP2
  import NIOPosix
  import NIOSSL
  import NetworkTrust

  extension NetworkError {
    /// What an error of the network library means to a caller.
    /// - Parameter shown: what the server knew of the client's identity; an alert about it means nothing else.
    package init(_ error: any Error, shown: ShownIdentity = .unjudged) {
      switch error {
      case let error as NetworkError: self = error
      case let error as NIOConnectionError: self.init(connecting: error)
      case let error as IOError: self = .unreachable(errno: error.errnoCode)
      case is HTTPParserError: self = .protocolViolation
      case NIOSSLError.handshakeFailed(let error): self.init(tls: error, shown)
      case let error as BoringSSLError: self.init(tls: error, shown)
      case ChannelError.connectTimeout: self = .timeout
      case let error as NIOHTTP2Errors.StreamError: self.init(error.baseError, shown: shown)
      case is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.IOOnClosedConnection: self = .closed
      case is any NIOHTTP2Error: self = .protocolViolation
      default: self = .closed
      }
    }

    /// Whether the server said that it did not begin with the request, so that it may be sent again whatever it asks.
    /// - Parameter last: the last stream that it may have begun with.
    /// Source: RFC 9113, sections 6.8 and 8.7.
    static func saysUnprocessed(_ error: any Error, after last: HTTP2StreamID) -> Bool {
      switch error {
      case let error as NIOHTTP2Errors.StreamError: saysUnprocessed(error.baseError, after: last)
      case let error as NIOHTTP2Errors.StreamClosed: error.errorCode == .refusedStream || error.streamID > last
      case is NIOHTTP2Errors.CreatedStreamAfterGoaway: true
      default: false
      }
    }

    /// Whether the server ended this one request, and not the connection.
    static func saysReset(_ error: any Error) -> Bool {
      switch error {
      case let error as NIOHTTP2Errors.StreamError: saysReset(error.baseError)
      case is NIOHTTP2Errors.StreamClosed: true
      default: false
      }
    }

    private init(connecting error: NIOConnectionError) {
      let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
      if let code = codes.first {
        self = .unreachable(errno: code)
      } else if error.connectionErrors.contains(where: {
        if case ChannelError.connectTimeout = $0.error { true } else { false }
      }) {
        self = .timeout
      } else if error.connectionErrors.isEmpty {
        self = .nameNotResolved
      } else {
        self = .closed
      }
    }

    /// BoringSSL's reasons are visible in the text of its errors only.
    private init(tls error: BoringSSLError, _ shown: ShownIdentity) {
      guard case .sslError(let stack) = error else {
        self = .secureChannelRefused
        return
      }
      let reasons = Set(stack.compactMap { BoringSSLReason(of: $0) })
      if !reasons.isDisjoint(with: BoringSSLReason.aboutOurCertificate) {
        self = shown.refusal
      } else if reasons.contains(BoringSSLReason.handshakeFailure) {
        self = shown.handshakeFailure
      } else if reasons.contains(.tooLarge) {
        self = .untrusted(.certificateTooLarge(limit: TrustEvaluation.maximumCertificateSize))
      } else if !reasons.isDisjoint(with: BoringSSLReason.notTLS) {
        self = .notTLS
      } else if !reasons.isDisjoint(with: BoringSSLReason.oldTLS) {
        self = .oldTLS
      } else if BoringSSLReason.meanUnreadableCertificate(reasons) {
        self = reasons.contains(.unknownKey) ? .untrusted(.unsupportedKey) : .malformedCertificate
      } else {
        self = .secureChannelRefused
      }
    }
  }
#endif
