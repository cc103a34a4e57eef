#if LinuxClient
  import NIOCore
  import NIOTLS
  import NetworkTrust

  /// Hands a channel out when its handshake is complete, and with it the verdict on the server; never before.
  final class HandshakeGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let ready: EventLoopPromise<any Channel>

    init(ready: EventLoopPromise<any Channel>) { self.ready = ready }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { ready.succeed(context.channel) }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      ready.fail(NetworkError(error))
      context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
      ready.fail(NetworkError.secureChannelRefused)
      context.fireChannelInactive()
    }
  }
#endif
