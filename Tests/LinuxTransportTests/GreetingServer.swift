#if LinuxClient
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Synchronization

  /// A TLS server on loopback with whatever certificates. It keeps what clients say before they are encrypted, answers the
  /// first bytes of each connection and ends it. To clients that take tickets it gives some, before its answer.
  final class GreetingServer: Sendable {
    struct Seen: Sendable {
      /// The first bytes of each connection.
      var greetings: [[UInt8]] = []
      var applicationBytes = 0
    }

    static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

    private let channel: any Channel
    private let shared: Shared

    final class Shared: Sendable {
      let seen = Mutex(Seen())
      let open = Mutex<[any Channel]>([])
    }

    var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }
    var seen: Seen { shared.seen.withLock { $0 } }

    /// - Parameter chain: DER, leaf first.
    init(chain: [[UInt8]], keyPEM: String, minimum: TLSVersion = .tlsv12, maximum: TLSVersion? = nil) async throws {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try chain.map { .certificate(try NIOSSLCertificate(bytes: $0, format: .der)) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)))
      (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (minimum, maximum)
      let context = try NIOSSLContext(configuration: configuration)
      let shared = Shared()
      self.shared = shared
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          shared.open.withLock { $0.append(channel) }
          let number = shared.seen.withLock {
            $0.greetings.append([])
            return $0.greetings.count - 1
          }
          return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(Listener(number: number, shared: shared))
            try pipeline.addHandler(NIOSSLServerHandler(context: context))
            try pipeline.addHandler(Answerer(shared: shared))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Returns when every connection so far is gone, and with it all that was sent on it is read.
    func allClosed() async {
      for channel in shared.open.withLock({ $0 }) { try? await channel.closeFuture.get() }
    }

    func stop() async {
      try? await channel.close().get()
      for channel in shared.open.withLock({ $0 }) { channel.close(mode: .all, promise: nil) }
    }
  }

  /// Stands before TLS.
  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let limit = 16_384
    private let number: Int
    private let shared: GreetingServer.Shared

    init(number: Int, shared: GreetingServer.Shared) { (self.number, self.shared) = (number, shared) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data).readableBytesView
      shared.seen.withLock { seen in
        seen.greetings[number] += bytes.prefix(max(0, Self.limit - seen.greetings[number].count))
      }
      context.fireChannelRead(data)
    }
  }

  /// Stands behind TLS.
  private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let shared: GreetingServer.Shared
    private var hasAnswered = false

    init(shared: GreetingServer.Shared) { self.shared = shared }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let count = unwrapInboundIn(data).readableBytes
      shared.seen.withLock { $0.applicationBytes += count }
      guard !hasAnswered else { return }
      hasAnswered = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: GreetingServer.answer)), promise: nil)
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
