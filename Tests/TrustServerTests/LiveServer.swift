#if Server
  import Crypto
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import SecurityPolicy
  import SwiftASN1
  import Synchronization
  import TrustServer
  import X509

  /// A server on loopback with a certificate of its own.
  struct LiveServer: Sendable {
    let port: Int
    private let chain: [UInt8]
    private let running: Task<Void, any Error>

    static func start(
      _ policy: Policy = Stage.policy(), limits: ServerLimits = ServerLimits(),
      metrics: ServerMetrics = ServerMetrics(),
      servesMetrics: Bool = false, insecureTestClock: InsecureTestClock? = nil, clock: TurnedClock = TurnedClock()
    ) async throws -> LiveServer {
      let (server, chain) = try await make(
        policy, clock: clock, limits: limits, metrics: metrics, servesMetrics: servesMetrics,
        insecureTestClock: insecureTestClock)
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let running = Task {
        defer { port.finish() }
        try await server.run { port.yield($0) }
      }
      for await port in ports { return LiveServer(port: port, chain: chain, running: running) }
      try await running.value
      throw TrustServerError.listenerFailed
    }

    static func make(
      _ policy: Policy = Stage.policy(), port: Int = 0, clock: TurnedClock = TurnedClock(),
      limits: ServerLimits = ServerLimits(),
      metrics: ServerMetrics = ServerMetrics(), servesMetrics: Bool = false, insecureTestClock: InsecureTestClock? = nil
    ) async throws -> (TrustServer, [UInt8]) {
      let (chain, key) = try certificate()
      let configuration = Stage.configuration(
        policy, .dev, clock, EventLog(), certificate: chain, certificateKey: key, port: port)
      let server = try await TrustServer(
        configuration: configuration, store: InMemoryTrustStore(), limits: limits, metrics: metrics,
        servesMetrics: servesMetrics, insecureTestClock: insecureTestClock)
      return (server, chain)
    }

    static func certificate() throws -> (chain: [UInt8], key: [UInt8]) {
      let key = P256.Signing.PrivateKey()
      let name = try DistinguishedName { CommonName("localhost") }
      let certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
        notValidBefore: Date(timeIntervalSince1970: 1_700_000_000),
        notValidAfter: Date(timeIntervalSince1970: 4_000_000_000), issuer: name, subject: name,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
          SubjectAlternativeNames([.dnsName("localhost")])
        }, issuerPrivateKey: .init(key))
      return (Array(try certificate.serializeAsPEM().pemString.utf8), Array(key.pemRepresentation.utf8))
    }

    /// A TLS connection that sends whatever it is told.
    func connect(most: TLSVersion? = nil) async throws -> Connection {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(chain))
      tls.maximumTLSVersion = most
      let context = try NIOSSLContext(configuration: tls)
      let collector = Collector()
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
              try NIOSSLClientHandler(context: context, serverHostname: "localhost"), collector)
          }
        }.connect(host: "127.0.0.1", port: port).get()
      return Connection(channel: channel, collector: collector)
    }

    /// One request on one connection; the whole answer. Each header ends with its line end.
    func get(_ path: String, most: TLSVersion? = nil, headers: String = "") async throws -> String {
      let connection = try await connect(most: most)
      await connection.send("GET \(path) HTTP/1.1\r\nhost: localhost\r\n\(headers)connection: close\r\n\r\n")
      return try await connection.rest()
    }

    /// One request in plain HTTP; the whole answer.
    static func plain(_ method: String, _ path: String, port: Int) async throws -> String {
      let collector = Collector()
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(collector) }
        }.connect(host: "127.0.0.1", port: port).get()
      let connection = Connection(channel: channel, collector: collector)
      await connection.send("\(method) \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
      return try await connection.rest()
    }

    func stop() async throws {
      running.cancel()
      try await running.value
    }

    struct Connection: Sendable {
      fileprivate let channel: any Channel
      fileprivate let collector: Collector

      /// What the other side no longer takes is lost silently, as with any socket.
      func send(_ text: String) async { try? await channel.writeAndFlush(ByteBuffer(string: text)) }

      /// All that came, once `mark` is in it or the other side has closed.
      func read(until mark: String) async throws -> String { try await collector.text { $0.contains(mark) } }

      /// All that came until the other side closed.
      func rest() async throws -> String { try await collector.text { _ in false } }

      var received: String { collector.received }

      func close() async { try? await channel.close() }
    }
  }

  private final class Collector: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private struct State {
      var text = ""
      var end: Result<Void, any Error>?
    }
    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init() { (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    var received: String { state.withLock { $0.text } }

    func text(until enough: (String) -> Bool) async throws -> String {
      for await _ in changes {
        let now = state.withLock { $0 }
        if enough(now.text) { return now.text }
        if let end = now.end {
          try end.get()
          return now.text
        }
      }
      return received
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      state.withLock { $0.text += String(buffer: buffer) }
      changed.yield()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // Peers often close without close_notify after the whole answer.
      if case NIOSSLError.uncleanShutdown = error { return }
      end(.failure(error))
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { end(.success(())) }

    private func end(_ result: Result<Void, any Error>) {
      state.withLock { if $0.end == nil { $0.end = result } }
      changed.yield()
    }
  }
#endif
