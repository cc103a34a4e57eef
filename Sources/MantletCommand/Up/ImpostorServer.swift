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
    private let ended: AsyncStream<Void>

    init(certificatePEM: String, keyPEM: String) async throws {
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      let seen = Counter(end)
      self.seen = seen
      self.ended = ended
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

    /// What the first client sent after the handshake, counted once its connection has ended.
    func applicationBytes() async -> Int {
      for await _ in ended { break }
      return seen.value.withLock { $0 }
    }

    func close() async { try? await channel.close() }

    private final class Counter: Sendable {
      let value = Mutex(0)
      let end: AsyncStream<Void>.Continuation
      init(_ end: AsyncStream<Void>.Continuation) { self.end = end }
    }

    private final class ByteCount: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer
      let counter: Counter
      init(_ counter: Counter) { self.counter = counter }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        counter.value.withLock { $0 += count }
      }

      func channelInactive(context: ChannelHandlerContext) {
        counter.end.yield()
        context.fireChannelInactive()
      }

      // A client that walks away in the handshake is what this server is for.
      func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
  }
#endif
