#if LinuxClient
  import NIOCore
  import NIOPosix
  import NIOSSL
  import SecurityTesting
  import Synchronization

  /// A TLS server on loopback that sends back what it gets, or reads nothing at all.
  final class EchoServer: Sendable {
    private let channel: any Channel
    private let open = Inbox()

    final class Inbox: Sendable { let channels = Mutex<[any Channel]>([]) }

    var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }

    /// - Parameter isDeaf: never reads, once the handshake is done.
    init(identity: TestIdentity, issuers: [[UInt8]], isDeaf: Bool = false) async throws {
      let chain = try ([identity.certificateDER] + issuers).map {
        NIOSSLCertificateSource.certificate(try NIOSSLCertificate(bytes: $0, format: .der))
      }
      let context = try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: chain,
          privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem))))
      let open = open
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          open.channels.withLock { $0.append(channel) }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.addHandler(Echo(isDeaf: isDeaf))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Ends every connection in order.
    func sayGoodbye() { for channel in open.channels.withLock({ $0 }) { channel.close(promise: nil) } }

    /// Cuts every connection without a word of TLS.
    func cut() async throws {
      for channel in open.channels.withLock({ $0 }) where channel.isActive {
        try await channel.eventLoop.submit {
          let handler = try channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
          return channel.pipeline.syncOperations.removeHandler(handler)
        }.flatMap { $0 }.get()
        try? await channel.close().get()
      }
    }

    func stop() async {
      try? await channel.close().get()
      sayGoodbye()
    }
  }

  private final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let isDeaf: Bool

    init(isDeaf: Bool) { self.isDeaf = isDeaf }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isDeaf {
        context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
      } else {
        context.writeAndFlush(data, promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
