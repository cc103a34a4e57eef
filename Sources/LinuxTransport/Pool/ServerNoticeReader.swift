#if LinuxClient
  import NIOCore
  import NIOHTTP2

  /// What an HTTP/2 server says about a connection as a whole.
  enum ServerNotice: Sendable {
    case allowsStreams(Int)
    /// It takes no new request on this connection.
    case leaves
  }

  /// Picks the notices out of the frames that belong to no stream.
  final class ServerNoticeReader: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let heard: (ServerNotice) -> Void
    private var wasGreeted = false
    private var isLeaving = false

    init(heard: @escaping (ServerNotice) -> Void) { self.heard = heard }

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
      case .goAway:
        isLeaving = true
        heard(.leaves)
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
      default: context.close(promise: nil)
      }
    }
  }
#endif
