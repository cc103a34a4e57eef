#if Server
  import Crypto
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import SecurityPolicy
  import SwiftASN1
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire
  import X509

  /// One request on one TLS connection; the answer as text.
  private final class Collector: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    let promise: EventLoopPromise<String>
    private let text = Mutex("")
    init(_ promise: EventLoopPromise<String>) { self.promise = promise }
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      text.withLock { $0 += String(buffer: buffer) }
    }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // Peers often close without close_notify after the whole answer.
      if case NIOSSLError.uncleanShutdown = error { return }
      promise.fail(error)
      context.close(promise: nil)
    }
    func channelInactive(context: ChannelHandlerContext) { promise.succeed(text.withLock { $0 }) }
  }

  @Suite(.timeLimit(.minutes(1))) struct TrustServerTests {
    private static func certificate() throws -> (chain: [UInt8], key: [UInt8]) {
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

    private static func get(_ path: String, port: Int, chain: [UInt8], most: TLSVersion? = nil) async throws -> String {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(chain))
      tls.maximumTLSVersion = most
      let context = try NIOSSLContext(configuration: tls)
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let promise = loop.makePromise(of: String.self)
      let channel = try await ClientBootstrap(group: loop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
              try NIOSSLClientHandler(context: context, serverHostname: "localhost"), Collector(promise))
          }
        }.connect(host: "127.0.0.1", port: port).get()
      let request = "GET \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
      try? await channel.writeAndFlush(ByteBuffer(string: request))
      return try await promise.futureResult.get()
    }

    private static func server(_ policy: Policy = Stage.policy(), port: Int = 0) async throws -> (TrustServer, [UInt8])
    {
      let (chain, key) = try certificate()
      let configuration = Stage.configuration(
        policy, .dev, TurnedClock(), EventLog(), certificate: chain, certificateKey: key, port: port)
      return (try await TrustServer(configuration: configuration, store: InMemoryTrustStore()), chain)
    }

    @Test("The server answers over real TLS, refuses a used port by name, and ends when it is cancelled")
    func listens() async throws {
      let (server, chain) = try await Self.server()
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let running = Task { try await server.run { port.yield($0) } }
      var iterator = ports.makeAsyncIterator()
      let bound = try #require(await iterator.next())
      let health = try await Self.get("/health", port: bound, chain: chain)
      #expect(health.hasPrefix("HTTP/1.1 200") && health.contains("{\"status\":\"ok\"}"))
      let challenge = try await Self.get("/v1/challenge", port: bound, chain: chain)
      #expect(challenge.lowercased().contains("cache-control: no-store") && challenge.contains("\"expires_in\":300"))
      #expect(try await Self.get("/nothing", port: bound, chain: chain).hasPrefix("HTTP/1.1 404"))
      let (second, _) = try await Self.server(port: bound)
      await #expect(throws: TrustServerError.portInUse(port: bound)) { try await second.run() }
      running.cancel()
      try await running.value
    }

    @Test("A policy that wants TLS 1.3 refuses TLS 1.2")
    func minimumVersion() async throws {
      var policy = Stage.policy()
      policy.network.minimumTLS = .tls13
      let (server, chain) = try await Self.server(policy)
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let running = Task { try await server.run { port.yield($0) } }
      var iterator = ports.makeAsyncIterator()
      let bound = try #require(await iterator.next())
      await #expect(throws: (any Error).self) {
        try await Self.get("/health", port: bound, chain: chain, most: .tlsv12)
      }
      #expect(try await Self.get("/health", port: bound, chain: chain).hasPrefix("HTTP/1.1 200"))
      running.cancel()
      try await running.value
    }

    @Test("A key that is not the certificate's is found before listening")
    func wrongKey() async throws {
      let configuration = Stage.configuration(
        Stage.policy(), .dev, TurnedClock(), EventLog(), certificate: try Self.certificate().chain,
        certificateKey: try Self.certificate().key)
      await #expect(throws: TrustServerError.certificateUnusable) {
        try await TrustServer(configuration: configuration, store: InMemoryTrustStore())
      }
    }
  }
#endif
