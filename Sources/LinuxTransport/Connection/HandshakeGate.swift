#if LinuxClient
  import NIOCore
  import NIOTLS
  import NetworkTrust

  /// Hands a channel out when its handshake is complete, and with it the verdict on the server; never before.
  final class HandshakeGate<Ready: Sendable>: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let ready: EventLoopPromise<Ready>
    private let shown: () -> ShownIdentity
    private let assemble: (any Channel, String?) throws -> Ready

    /// - Parameter shown: what the server knows of the client's identity by now.
    init(
      ready: EventLoopPromise<Ready>, shown: @escaping () -> ShownIdentity,
      assemble: @escaping (any Channel, String?) throws -> Ready
    ) {
      self.ready = ready
      self.shown = shown
      self.assemble = assemble
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .handshakeCompleted(let agreed)? = event as? TLSUserEvent {
        // The handlers stand before the first byte of the server's is read.
        do { ready.succeed(try assemble(context.channel, agreed)) } catch {
          ready.fail(NetworkError(error))
          context.close(promise: nil)
        }
      }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      ready.fail(NetworkError(error, shown: shown()))
      context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
      ready.fail(NetworkError.secureChannelRefused)
      context.fireChannelInactive()
    }
  }
#endif
