#if LinuxClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NetworkTrust

  extension NetworkError {
    /// What an error of the network library means to a caller.
    init(_ error: any Error) {
      switch error {
      case let error as NetworkError: self = error
      case let error as NIOConnectionError: self.init(connecting: error)
      case let error as IOError: self = .unreachable(errno: error.errnoCode)
      case is HTTPParserError: self = .protocolViolation
      case NIOSSLError.handshakeFailed: self = .secureChannelRefused
      case is BoringSSLError: self = .secureChannelRefused
      case ChannelError.connectTimeout: self = .timeout
      default: self = .closed
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
  }
#endif
