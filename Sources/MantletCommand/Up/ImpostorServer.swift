#if Server
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Synchronization

  /// A TLS server with a certificate of the right authority and the wrong key. It counts the application bytes that it
  /// gets to see; a pinned client sends it none.
  final class ImpostorServer: Sendable {
    private let channel: any Channel
    private let seen: Counter

    init(certificatePEM: String, keyPEM: String) async throws {
      let seen = Counter()
      self.seen = seen
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8)).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      let context = try NIOSSLContext(configuration: configuration)
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.addHandler(ByteCount(seen))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    var applicationBytes: Int { seen.value.withLock { $0 } }
    func close() async { try? await channel.close() }

    private final class Counter: Sendable {
      let value = Mutex(0)
    }

    private final class ByteCount: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer
      let counter: Counter
      init(_ counter: Counter) { self.counter = counter }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        counter.value.withLock { $0 += count }
      }

      // A client that walks away in the handshake is what this server is for.
      func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
  }
#endif
