#if LinuxClient
  import NIOCore
  import NIOHTTP2
  import NetworkTrust

  /// What is learned about a connection as a whole, of an HTTP/2 server most of it.
  enum ServerNotice: Sendable {
    case allowsStreams(Int)
    /// It takes no new request on this connection, and begins with none whose stream comes after this one.
    case leaves(after: HTTP2StreamID)
    /// It has ended, and why.
    case ended(NetworkError)
  }

  /// Picks the notices out of the frames that belong to no stream.
  final class ServerNoticeReader: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let headLimit: Int
    private let shown: ShownIdentity
    private let heard: (ServerNotice) -> Void
    private var wasGreeted = false
    private var isLeaving = false

    init(headLimit: Int, shown: ShownIdentity, heard: @escaping (ServerNotice) -> Void) {
      self.headLimit = headLimit
      self.shown = shown
      self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data).payload {
      case .settings(.settings(let settings)):
        if let most = settings.last(where: { $0.parameter == .maxConcurrentStreams }) {
          heard(.allowsStreams(most.value))
        } else if !wasGreeted {
          // Without a word about it there is no limit. Source: RFC 9113, section 6.5.2.
          heard(.allowsStreams(.max))
        }
        wasGreeted = true
      case .goAway(let last, _, _):
        isLeaving = true
        // The library ends the streams behind it only after this.
        heard(.leaves(after: last))
      default: break
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error {
      // Told to that stream.
      case is NIOHTTP2Errors.StreamError: break
      // A request of ours that came after the server's goodbye, and the rest of it: its write has failed and says so.
      // Those that came before are still being answered, so the connection stays.
      case is NIOHTTP2Errors.CreatedStreamAfterGoaway, is NIOHTTP2Errors.NoSuchStream:
        if !isLeaving { context.close(promise: nil) }
      case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock: end(.headTooLarge(limit: headLimit), context)
      default:
        // Requests see a closed connection only, and would be sent again for nothing.
        let reason = NetworkError(error, shown: shown)
        switch reason {
        case .clientCertificateRefused, .clientCertificateRequired: end(reason, context)
        default: context.close(promise: nil)
        }
      }
    }

    private func end(_ reason: NetworkError, _ context: ChannelHandlerContext) {
      heard(.ended(reason))
      context.close(promise: nil)
    }
  }
#endif
